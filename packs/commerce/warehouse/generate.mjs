import { createHash } from 'node:crypto';
import { customers, products } from './masters.mjs';
import { orderItems, orders, payments } from './sales.mjs';
import { randomFrom } from './random.mjs';
import { TABLES } from './schema.mjs';

/**
 * The whole warehouse, in an order that satisfies the foreign keys. Values are neutral between engines: integers,
 * text, true/false, null, and decimals, dates and times as text.
 *
 * @param {number} [seed]
 * @returns {Map<string, Record<string, string | number | boolean | null>[]>} rows by table
 * @example warehouse().get('orders')[0].order_date // '2024-01-01'
 */
export function warehouse(seed = 42) {
  const random = randomFrom(seed);
  const customerRows = [...customers(random)];
  const productRows = [...products(random)];
  const orderRows = [...orders(random, customerRows)];
  const itemRows = [...orderItems(random, orderRows, productRows)];
  const paymentRows = [...payments(random, orderRows, groupByOrder(itemRows))];
  return new Map([['customers', customerRows], ['products', productRows], ['orders', orderRows], ['order_items', itemRows], ['payments', paymentRows]]);
}

function groupByOrder(items) {
  const groups = new Map();
  for (const item of items) groups.set(item.order_id, [...(groups.get(item.order_id) ?? []), item]);
  return groups;
}

/** Row after row: the table's name and its values in the order of the table's columns. */
export function* rows(seed = 42) {
  const all = warehouse(seed);
  for (const table of TABLES) for (const row of all.get(table.name)) yield { table: table.name, values: table.columns.map((c) => row[c.name]) };
}

/** Rows and SHA-256 of each table, over one JSON line a row. */
export function checksums(seed = 42) {
  const found = Object.fromEntries(TABLES.map((t) => [t.name, { rows: 0, hash: createHash('sha256') }]));
  for (const { table, values } of rows(seed)) {
    found[table].rows += 1;
    found[table].hash.update(`${JSON.stringify(values)}\n`);
  }
  return Object.fromEntries(Object.entries(found).map(([name, { rows: count, hash }]) => [name, { rows: count, sha256: hash.digest('hex') }]));
}
