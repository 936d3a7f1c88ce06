/** Amounts are whole hundredths until they are written. */
export const money = (cents) => `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const three = (n) => String(n).padStart(3, '0');

export const PLANTS = [
  { plant_id: 1, plant_name: 'Ulsan Plant', country_code: 'KR' },
  { plant_id: 2, plant_name: 'Gumi Plant', country_code: 'KR' },
  { plant_id: 3, plant_name: 'Hanoi Plant', country_code: 'VN' },
];

export const WAREHOUSES = PLANTS.flatMap(({ plant_id, plant_name }) =>
  [['raw', 'Raw'], ['wip', 'WIP'], ['fg', 'Finished']].map(([warehouse_type, name], n) => ({ warehouse_id: plant_id * 10 + n + 1, plant_id, warehouse_name: `${plant_name.split(' ')[0]} ${name}`, warehouse_type })));

const GROUPS = [
  ['raw_material', 'RM', ['Steel Coil', 'Aluminium Bar', 'Copper Wire', 'ABS Resin', 'Epoxy Paint', 'Silicone', 'Rubber Sheet', 'Glass Fibre', 'Nickel Powder', 'Zinc Ingot', 'Solvent', 'Grease'], ['kg']],
  ['packaging', 'PK', ['Carton Box', 'Pallet', 'Foam Tray', 'Label Roll', 'Stretch Film', 'Wooden Crate'], ['ea', 'ea', 'ea', 'ea', 'kg', 'ea']],
  ['semi_finished', 'SF', ['Rotor', 'Stator', 'Housing', 'Circuit Board', 'Gear Set', 'Shaft', 'Wire Harness', 'Paint Compound'], ['ea', 'ea', 'ea', 'ea', 'ea', 'ea', 'ea', 'kg']],
  ['finished_good', 'FG', ['Servo Motor', 'Water Pump', 'Air Compressor', 'Control Panel', 'Gearbox', 'Fan Unit', 'Hydraulic Valve', 'Battery Pack', 'Bearing Grease', 'Actuator'], ['ea', 'ea', 'ea', 'ea', 'ea', 'ea', 'ea', 'ea', 'kg', 'ea']],
];

/** 36 items. Every ninth is no longer in use. */
export function* items(random) {
  let id = 0;
  for (const [item_group, prefix, names, units] of GROUPS) {
    for (const [n, item_name] of names.entries()) {
      id += 1;
      const cost = item_group === 'raw_material' ? random.int(8, 90) : item_group === 'packaging' ? random.int(2, 40) : item_group === 'semi_finished' ? random.int(60, 400) : random.int(300, 2_400);
      yield { item_id: id, item_code: `${prefix}-${three(n + 1)}`, item_name, item_group, base_unit: units[n % units.length], standard_cost: money(cost * 10_000), is_active: id % 9 !== 0 };
    }
  }
}

/** What each made item consists of: three to six of the items that come before it in the list. */
export function* boms(random, itemRows) {
  const made = itemRows.filter((i) => i.item_group === 'semi_finished' || i.item_group === 'finished_good');
  for (const [n, product] of made.entries()) {
    const parts = itemRows.filter((i) => i.item_id < product.item_id && (product.item_group === 'finished_good' || i.item_group !== 'semi_finished'));
    const chosen = new Set();
    const size = random.int(3, 6);
    while (chosen.size < size) chosen.add(random.pick(parts).item_id);
    yield { bom: { bom_id: n + 1, bom_code: `BOM-${product.item_code}`, product_item_id: product.item_id }, components: [...chosen].sort((a, b) => a - b).map((component_item_id) => ({ bom_id: n + 1, component_item_id, quantity_per: `${random.int(1, 12)}.${random.pick(['000', '250', '500'])}` })) };
  }
}

const NAMES = ['Hansung', 'Daeil', 'Seoul Metal', 'Mirae', 'Donghwa', 'Pacific', 'Nordstahl', 'Rheintal', 'Golden River', 'Sunrise', 'Vina Parts', 'Saigon Pack', 'Liberty Alloys', 'Great Lakes', 'Kanto', 'Osaka Seiki'];
const COUNTRIES = ['KR', 'KR', 'KR', 'KR', 'KR', 'KR', 'DE', 'DE', 'CN', 'CN', 'VN', 'VN', 'US', 'US', 'JP', 'JP'];

/** 32 suppliers; those abroad, but for Vietnam, are paid in dollars. Every sixth has left no address. */
export function* suppliers() {
  for (let id = 1; id <= 32; id += 1) {
    const at = (id - 1) % NAMES.length;
    yield { supplier_id: id, supplier_name: `${NAMES[at]} ${id > 16 ? 'Trading' : 'Industries'}`, country_code: COUNTRIES[at], contact_email: id % 6 === 0 ? null : `sales${id}@supplier.example` };
  }
}

const SHARES = { 1: [100], 2: [70, 30], 3: [50, 30, 20] };

/** Bought items have one to three suppliers whose shares make 100; two of them have none yet. */
export function* itemSuppliers(random, itemRows, supplierRows) {
  for (const { item_id, item_group } of itemRows) {
    if (item_group === 'finished_good' || item_group === 'semi_finished' || item_id % 8 === 0) continue;
    const shares = SHARES[random.int(1, 3)];
    const chosen = new Set();
    while (chosen.size < shares.length) chosen.add(random.pick(supplierRows.filter((s) => s.supplier_id % 7 !== 0)).supplier_id);
    for (const [n, supplier_id] of [...chosen].entries()) yield { item_id, supplier_id, share_pct: money(shares[n] * 100) };
  }
}

export const COST_CENTERS = [
  [4100, 'Machining Line 1', 'machining'], [4110, 'Machining Line 2', 'machining'], [4200, 'Assembly Line 1', 'assembly'], [4210, 'Assembly Line 2', 'assembly'],
  [4300, 'Inbound Logistics', 'logistics'], [4310, 'Outbound Logistics', 'logistics'], [4400, 'Quality Lab', 'quality'], [4410, 'Calibration', 'quality'],
].map(([cost_center_id, cost_center_name, department]) => ({ cost_center_id, cost_center_name, department }));

export const BUYERS = ['Kim Minseo', 'Lee Jiho', 'Park Seoyeon', 'Nguyen Thi Lan'];
export const INSPECTORS = ['Choi Yuna', 'Jung Dohyun', 'Tran Van Minh'];
