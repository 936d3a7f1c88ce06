import { LAST_DAY, MONTHS, dayNumber, isoDay, stamp } from './calendar.mjs';
import { COUNTRIES, money } from './masters.mjs';
import { CHANNELS } from './schema.mjs';

const ORDERS = 3_000;
const cents = (text) => Number(text.replace('.', ''));

/** Day and channel of each order, in order of day. Every month has an order in every channel, on its first and on its last day. */
function orderSlots(random) {
  const slots = MONTHS.flatMap(({ first, last }) => CHANNELS.map((channel, index) => ({ channel, day: [first, first + 9, first + 19, last][index] })));
  const season = MONTHS.map((m) => [m, (100 + 3 * m.index) * (m.month >= 10 ? 14 : 10)]);
  while (slots.length < ORDERS) {
    const { first, last } = random.weighted(season);
    slots.push({ channel: random.weighted([['web', 45], ['mobile', 30], ['store', 15], ['partner', 10]]), day: random.int(first, last) });
  }
  return slots.map((slot, index) => ({ ...slot, index })).sort((a, b) => a.day - b.day || a.index - b.index);
}

function orderStatus(random, day) {
  return LAST_DAY - day < 21
    ? random.weighted([['completed', 25], ['shipped', 35], ['pending', 32], ['cancelled', 8]])
    : random.weighted([['completed', 72], ['shipped', 8], ['pending', 3], ['cancelled', 10], ['returned', 7]]);
}

/** 3,000 orders. Every ninth customer never orders, and nobody before signing up. */
export function* orders(random, customers) {
  const buyers = customers.filter((c) => c.customer_id % 9 !== 0).map((c) => ({ ...c, since: dayNumber(c.signup_date) }));
  const codes = COUNTRIES.map(([code]) => code);
  let id = 0;
  for (const { day, channel } of orderSlots(random)) {
    let buyer = random.pick(buyers);
    while (buyer.since > day) buyer = random.pick(buyers);
    yield {
      order_id: (id += 1),
      customer_id: buyer.customer_id,
      order_date: isoDay(day),
      status: orderStatus(random, day),
      channel,
      ship_country_code: random.chance(10) ? random.pick(codes) : buyer.country_code,
      shipping_fee: channel === 'store' ? '0.00' : random.weighted([['0.00', 30], ['4.99', 40], ['7.50', 20], ['14.95', 10]]),
    };
  }
}

/** One to five lines an order, each of another product. Every twentieth product is never sold. */
export function* orderItems(random, orderRows, products) {
  const sold = products.filter((p) => p.product_id % 20 !== 0);
  for (const { order_id } of orderRows) {
    const lines = random.weighted([[1, 30], [2, 30], [3, 20], [4, 12], [5, 8]]);
    const chosen = new Set();
    while (chosen.size < lines) chosen.add(random.pick(sold));
    let line = 0;
    for (const product of chosen) {
      const price = cents(product.list_price);
      yield {
        order_id,
        line_no: (line += 1),
        product_id: product.product_id,
        quantity: random.weighted([[1, 50], [2, 24], [3, 12], [4, 6], [5, 4], [8, 2], [10, 2]]),
        unit_price: money(random.chance(25) ? Math.floor((price * random.int(90, 98)) / 100) : price),
        discount_pct: random.weighted([['0.00', 60], ['5.00', 14], ['10.00', 12], ['12.50', 5], ['15.00', 5], ['20.00', 4]]),
      };
    }
  }
}

/** Items after discount plus shipping, in cents, each line rounded half up. */
function amountDue(order, items) {
  const lines = items.map((i) => Math.floor((i.quantity * cents(i.unit_price) * (10_000 - cents(i.discount_pct)) + 5_000) / 10_000));
  return lines.reduce((sum, line) => sum + line, cents(order.shipping_fee));
}

/** What happens to the money of an order in this status: [payment status, share of the amount in percent]… */
function paymentStory(random, status) {
  if (status === 'pending') return random.weighted([[[], 70], [[['failed', 100]], 30]]);
  if (status === 'cancelled') return random.weighted([[[], 60], [[['failed', 100]], 15], [[['captured', 100], ['refunded', 100]], 25]]);
  const paid = random.weighted([[[['captured', 100]], 82], [[['captured', 40], ['captured', 60]], 8], [[['failed', 100], ['captured', 100]], 10]]);
  if (status === 'returned') return [...paid.filter(([s]) => s === 'captured'), ['refunded', random.weighted([[100, 80], [50, 20]])]];
  return random.chance(3) ? [] : paid;
}

/** None to three payments an order, on the order's day or up to five days later, never after the last day. */
export function* payments(random, orderRows, itemsByOrder) {
  let id = 0;
  for (const order of orderRows) {
    const due = amountDue(order, itemsByOrder.get(order.order_id));
    let day = dayNumber(order.order_date);
    let second = random.weighted([[0, 2], [86_399, 2], [random.int(1, 86_398), 96]]);
    let captured = 0;
    for (const [status, share] of paymentStory(random, order.status)) {
      const part = share === 60 ? due - captured : Math.floor((due * share) / 100);
      if (status === 'captured') captured += part;
      yield {
        payment_id: (id += 1),
        order_id: order.order_id,
        paid_at: stamp(day, second),
        amount: money(part),
        method: random.weighted([['card', 60], ['bank_transfer', 15], ['wallet', 18], ['voucher', 7]]),
        status,
      };
      day = Math.min(LAST_DAY, day + random.int(1, 5));
      second = day === LAST_DAY ? 86_399 : random.int(0, 86_399);
    }
  }
}

