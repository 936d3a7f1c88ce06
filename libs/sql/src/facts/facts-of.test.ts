import { beforeAll, describe, expect, it } from 'vitest';
import type { FactsSchema, SqlFacts } from '@countersign/contracts';
import { loadParsers } from '../read/parsers.js';
import { readQuery } from '../read/read-query.js';
import { factsOf } from './facts-of.js';

beforeAll(loadParsers);

const schema: FactsSchema = {
  tables: [
    { name: 'orders', columns: ['order_id', 'customer_id', 'order_date', 'status'], references: [{ column: 'customer_id', table: 'customers' }] },
    { name: 'order_items', columns: ['order_id', 'quantity', 'unit_price'], references: [{ column: 'order_id', table: 'orders' }] },
    { name: 'payments', columns: ['order_id', 'amount'], references: [{ column: 'order_id', table: 'orders' }] },
    { name: 'customers', columns: ['customer_id', 'city'], references: [] },
  ],
};
function facts(sql: string): SqlFacts {
  const read = readQuery(sql, 'canonical');
  if (!read.ok) throw new Error(read.message);
  return factsOf(read.query, schema);
}

describe('factsOf', () => {
  it.each([
    ["order_date >= '2025-01-01' AND order_date < '2026-01-01'"], ["order_date BETWEEN DATE '2025-01-01' AND DATE '2025-12-31'"], ['EXTRACT(YEAR FROM order_date) = 2025'], ["'2025-01-01' <= order_date AND NOT order_date > '2025-12-31'"],
  ])('reads one period from %s', (where) => {
    expect(facts(`SELECT COUNT(*) FROM orders WHERE ${where}`)).toMatchObject({ periods: [{ column: 'orders.order_date', from: '2025-01-01', before: '2026-01-01' }], conditions: [] });
  });

  it('finds tables and conditions at every depth, and what must not exist', () => {
    const { tables, conditions, exists, joins } = facts("SELECT city FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id AND o.status IN ('b', 'a'))");
    expect(tables).toEqual(['customers', 'orders']);
    expect(conditions.map(({ columns, op, values }) => [columns, op, values])).toEqual([[['orders.status'], 'in', ['a', 'b']]]);
    expect(exists).toMatchObject([{ tables: ['orders'], holds: false, conditions: [{ values: ['a', 'b'] }] }]);
    expect(joins).toEqual(['customers.customer_id = orders.customer_id']);
  });

  it('says which join repeats the rows of a sum, and not where each row leads to one', () => {
    const repeated = (sql: string): string[][] => facts(sql).measures.map((measure) => measure.repeatedBy);
    expect(repeated('SELECT SUM(amount) FROM payments JOIN orders USING (order_id) JOIN customers USING (customer_id)')).toEqual([[]]);
    expect(repeated('SELECT SUM(p.amount) FROM payments p JOIN order_items i ON i.order_id = p.order_id')).toEqual([['order_items']]);
    expect(repeated('SELECT COUNT(DISTINCT o.order_id) FROM orders o JOIN payments p ON p.order_id = o.order_id')).toEqual([[]]);
  });

  it('reads measures of CASE and FILTER as measure and condition', () => {
    const { measures, conditions } = facts("SELECT SUM(CASE WHEN status = 'x' THEN quantity END), COUNT(*) FILTER (WHERE status <> 'y') FROM orders JOIN order_items USING (order_id)");
    expect(measures.map(({ call, columns }) => [call, columns])).toEqual([['sum', ['order_items.quantity']], ['count', []]]);
    expect(conditions.map(({ op, values }) => [op, values])).toEqual([['=', ['x']], ['<>', ['y']]]);
  });

  it('follows positions and aliases in GROUP BY', () => {
    expect(facts("SELECT date_trunc('month', order_date) AS m, status, COUNT(*) FROM orders GROUP BY m, 2 ORDER BY 3 DESC LIMIT 5")).toMatchObject({
      groups: [{ columns: ['orders.order_date'], unit: 'month' }, { columns: ['orders.status'] }], order: [{ direction: 'desc' }], limit: 5,
    });
  });
});
