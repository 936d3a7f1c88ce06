import { createHash } from 'node:crypto';
import { randomFrom } from '../../commerce/warehouse/random.mjs';
import { allocations, balances, inspections, purchases, workOrders } from './flows.mjs';
import { boms, COST_CENTERS, items, itemSuppliers, PLANTS, suppliers, WAREHOUSES } from './masters.mjs';
import { TABLES } from './schema.mjs';

/**
 * The whole warehouse, in an order that satisfies the foreign keys. Values are neutral between engines: integers, text,
 * true/false, null, and decimals and dates as text.
 *
 * @param {number} [seed]
 * @returns {Map<string, Record<string, string | number | boolean | null>[]>} rows by table
 */
export function warehouse(seed = 7) {
  const random = randomFrom(seed);
  const itemRows = [...items(random)];
  const bomRows = [...boms(random, itemRows)];
  const supplierRows = [...suppliers()];
  const sources = [...itemSuppliers(random, itemRows, supplierRows)];
  const workOrderRows = [...workOrders(random, itemRows)];
  const allocationRows = [...allocations(random, workOrderRows)];
  const balanceRows = [...balances(random, itemRows)];
  const purchaseRows = [...purchases(random, itemRows, supplierRows)];
  return new Map([
    ['plants', PLANTS], ['warehouses', WAREHOUSES], ['items', itemRows], ['boms', bomRows.map((b) => b.bom)], ['bom_components', bomRows.flatMap((b) => b.components)],
    ['suppliers', supplierRows], ['item_suppliers', sources], ['cost_centers', COST_CENTERS], ['work_orders', workOrderRows], ['work_order_cost_centers', allocationRows],
    ['inventory_balances', balanceRows], ['purchase_orders', purchaseRows.map((p) => p.order)], ['purchase_order_lines', purchaseRows.flatMap((p) => p.lines)],
    ['inspections', [...inspections(random, itemRows, workOrderRows)]],
  ]);
}

/** Rows and SHA-256 of each table, over one JSON line a row. */
export function checksums(seed = 7) {
  const all = warehouse(seed);
  return Object.fromEntries(TABLES.map((table) => {
    const hash = createHash('sha256');
    const rows = all.get(table.name);
    for (const row of rows) hash.update(`${JSON.stringify(table.columns.map((c) => row[c.name]))}\n`);
    return [table.name, { rows: rows.length, sha256: hash.digest('hex') }];
  }));
}
