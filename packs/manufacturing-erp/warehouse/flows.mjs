import { dayNumber, isoDay } from '../../commerce/warehouse/calendar.mjs';
import { BUYERS, COST_CENTERS, INSPECTORS, money, WAREHOUSES } from './masters.mjs';

const FIRST_DAY = dayNumber('2024-07-01');
const LAST_DAY = dayNumber('2026-06-30');
const BALANCES_FROM = dayNumber('2025-07-01');
const cents = (text) => Math.round(Number(text) * 100);
/** Monday is 0. 1970-01-01 was a Thursday. */
const weekday = (day) => (day + 3) % 7;
/** Nothing is made in the first two weeks of August: whole weeks without production. */
const works = (day) => weekday(day) < 5 && !/-08-(?:0[1-9]|1[0-4])$/.test(isoDay(day));
const workDay = (random, from, to) => {
  for (;;) {
    const day = random.int(from, to);
    if (works(day)) return day;
  }
};

/** 1,200 work orders. The Hanoi plant starts in March 2025 and makes nothing in November 2025. */
export function* workOrders(random, itemRows) {
  const made = itemRows.filter((i) => i.item_group === 'semi_finished' || i.item_group === 'finished_good');
  const slots = Array.from({ length: 1_200 }, (_, index) => ({ index, day: workDay(random, FIRST_DAY, LAST_DAY) })).sort((a, b) => a.day - b.day || a.index - b.index);
  for (const [n, { day }] of slots.entries()) {
    const item = random.pick(made);
    const open = LAST_DAY - day < 20;
    const hanoi = day >= dayNumber('2025-03-01') && !isoDay(day).startsWith('2025-11') && !isoDay(day).startsWith('2025-10');
    const status = open ? random.weighted([['planned', 30], ['released', 50], ['completed', 20]]) : random.weighted([['completed', 35], ['closed', 58], ['cancelled', 7]]);
    const finished = status === 'completed' || status === 'closed';
    const days = random.int(1, 16);
    const planned = random.int(20, 400);
    const scrapped = finished && random.chance(45) ? random.int(1, Math.max(1, Math.floor(planned / 12))) : 0;
    const cost = cents(item.standard_cost);
    const material = finished ? Math.floor((cost * planned * random.int(52, 66)) / 100) : 0;
    yield {
      work_order_id: n + 1, item_id: item.item_id, plant_id: random.weighted([[1, 45], [2, 35], [hanoi ? 3 : 1, 20]]), status, start_date: isoDay(day), due_date: isoDay(day + random.int(6, 14)),
      completed_date: finished ? isoDay(Math.min(LAST_DAY, day + days)) : null, planned_qty: money(planned * 100), completed_qty: money(finished ? (planned - scrapped) * 100 : 0), scrapped_qty: money(scrapped * 100),
      material_cost: money(material), labor_cost: money(finished ? Math.floor((cost * planned * random.int(14, 24)) / 100) : 0), overhead_cost: money(finished ? Math.floor((cost * planned * random.int(8, 15)) / 100) : 0),
      throughput_days: finished ? Math.min(LAST_DAY - day, days) : null,
    };
  }
}

/** Every finished work order but one in thirty is borne by one to three cost centers, whose parts make 100. */
export function* allocations(random, workOrderRows) {
  const parts = [[[100], 40], [[60, 40], 35], [[50, 30, 20], 25]];
  for (const { work_order_id, status } of workOrderRows) {
    if ((status !== 'completed' && status !== 'closed') || work_order_id % 30 === 0) continue;
    const shares = random.weighted(parts);
    const chosen = new Set();
    while (chosen.size < shares.length) chosen.add(random.pick(COST_CENTERS).cost_center_id);
    for (const [n, cost_center_id] of [...chosen].entries()) yield { work_order_id, cost_center_id, allocation_pct: money(shares[n] * 100) };
  }
}

/** Working days from July 2025, for the pairs of item and warehouse that keep stock. Two of them end, at zero, in February 2026. */
export function* balances(random, itemRows) {
  const kind = { raw_material: 'raw', packaging: 'raw', semi_finished: 'wip', finished_good: 'fg' };
  const pairs = itemRows.filter((i) => i.item_id % 2 === 0).map((item) => ({ item, warehouse: random.pick(WAREHOUSES.filter((w) => w.warehouse_type === kind[item.item_group])) }));
  for (const [n, { item, warehouse }] of pairs.entries()) {
    const end = n % 8 === 5 ? dayNumber('2026-02-13') : LAST_DAY;
    let quantity = random.int(50, 900);
    for (let day = BALANCES_FROM; day <= end; day += 1) {
      if (weekday(day) > 4) continue;
      quantity = Math.max(0, quantity + random.int(-60, 58) + (quantity < 40 ? random.int(0, 160) : 0));
      const left = day === end && end !== LAST_DAY ? 0 : quantity;
      yield { item_id: item.item_id, warehouse_id: warehouse.warehouse_id, balance_date: isoDay(day), quantity: money(left * 100), stock_value: money(Math.floor((left * cents(item.standard_cost) * random.int(97, 103)) / 100)) };
    }
  }
}

/** Won for a dollar, drawn once a month. */
const rateOf = (random, rates, day) => {
  const month = isoDay(day).slice(0, 7);
  if (!rates.has(month)) rates.set(month, random.int(1_310, 1_460));
  return rates.get(month);
};

/** 900 purchase orders with one to four lines. Every seventh supplier is never ordered from. */
export function* purchases(random, itemRows, supplierRows) {
  const bought = itemRows.filter((i) => i.item_group === 'raw_material' || i.item_group === 'packaging');
  const rates = new Map();
  const slots = Array.from({ length: 900 }, (_, index) => ({ index, day: workDay(random, FIRST_DAY, LAST_DAY) })).sort((a, b) => a.day - b.day || a.index - b.index);
  for (const [n, { day }] of slots.entries()) {
    const supplier = random.pick(supplierRows.filter((s) => s.supplier_id % 7 !== 0));
    const rate = rateOf(random, rates, day);
    const dollars = !['KR', 'VN'].includes(supplier.country_code);
    const open = LAST_DAY - day < 25;
    const status = open ? random.weighted([['open', 80], ['cancelled', 5], ['received', 15]]) : random.weighted([['received', 88], ['open', 4], ['cancelled', 8]]);
    const purchase_order_id = 5_001 + n;
    const order = { purchase_order_id, supplier_id: supplier.supplier_id, plant_id: random.weighted([[1, 45], [2, 35], [3, 20]]), order_date: isoDay(day), status, currency_code: dollars ? 'USD' : 'KRW', exchange_rate: dollars ? money(rate * 100) : '1.00', buyer_name: random.pick(BUYERS) };
    const chosen = new Set();
    const size = random.int(1, 4);
    while (chosen.size < size) chosen.add(random.pick(bought));
    const lines = [...chosen].map((item, line) => {
      const price = Math.floor((cents(item.standard_cost) * random.int(80, 118)) / 100);
      const [promised, taken] = [random.int(7, 25), random.int(4, 30)];
      const received = status === 'received' && day + taken <= LAST_DAY;
      return {
        purchase_order_id, line_no: line + 1, item_id: item.item_id, quantity: money(random.int(10, 500) * 100), unit_price: money(dollars ? Math.max(1, Math.floor(price / rate)) : price),
        promised_date: isoDay(day + promised), received_date: received ? isoDay(day + taken) : null, lead_time_days: received ? taken : null,
      };
    });
    yield { order, lines };
  }
}

/** 1,500 inspections: half of them of a work order, the rest on delivery. */
export function* inspections(random, itemRows, workOrderRows) {
  const finished = workOrderRows.filter((w) => w.completed_date !== null);
  const bought = itemRows.filter((i) => i.item_group === 'raw_material' || i.item_group === 'packaging');
  const slots = Array.from({ length: 1_500 }, (_, index) => {
    const order = random.chance(55) ? random.pick(finished) : null;
    return { index, order, day: order ? dayNumber(order.completed_date) : workDay(random, FIRST_DAY, LAST_DAY) };
  }).sort((a, b) => a.day - b.day || a.index - b.index);
  for (const [n, { order, day }] of slots.entries()) {
    const result = random.weighted([['pass', 82], ['conditional', 10], ['fail', 8]]);
    const sample = random.pick([5, 10, 20, 50, 100]);
    yield {
      inspection_id: n + 1, item_id: order?.item_id ?? random.pick(bought).item_id, work_order_id: order?.work_order_id ?? null, inspection_date: isoDay(day), inspection_type: order ? random.pick(['in_process', 'final']) : 'incoming',
      result, sample_size: sample, defect_count: result === 'pass' ? (random.chance(12) ? 1 : 0) : random.int(1, Math.max(1, Math.floor(sample / 4))), inspector_name: random.pick(INSPECTORS),
    };
  }
}
