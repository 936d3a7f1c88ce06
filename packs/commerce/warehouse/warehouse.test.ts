import { describe, expect, it } from 'vitest';
import { checksums, warehouse } from './generate.mjs';
import { postgresScript } from './postgres.mjs';
import { CHANNELS, ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES, TABLES } from './schema.mjs';

const all = warehouse();
const of = (table: string) => all.get(table)!;

describe('the demo warehouse', () => {
  it('holds the same rows on every machine', () => {
    expect(checksums()).toEqual({
      customers: { rows: 800, sha256: '7efee7573e19086a226e56cedc3e208245dea1afc8da578e465d800bbb34a3b8' },
      products: { rows: 200, sha256: '8782972db5167f7b523fadaafb232f6dba90f328b9d43d8c7a2318383298e7c7' },
      orders: { rows: 3000, sha256: '19a88b66c6533388f22c9e59c053c2de92e1f8ef893e3de5af5c416754294f9e' },
      order_items: { rows: 7057, sha256: '97f77703fb779df1564e7e2e85f83665167a821060c2714f1e178cc78ef27d2d' },
      payments: { rows: 3345, sha256: '2be53089868bf7ee7ae6f25e79d4d55122e39fc9e39794ac58ba6f6ca752e552' },
    });
  });

  it('draws other rows from another seed', () => {
    expect(checksums(43)).not.toEqual(checksums(42));
  });

  it('has an order in every channel in every month, on its first and on its last day', () => {
    const seen = new Set(of('orders').map((o) => `${String(o.order_date).slice(0, 7)} ${o.channel}`));
    expect(seen.size).toBe(30 * CHANNELS.length);
    const days = new Set(of('orders').map((o) => o.order_date));
    for (const day of ['2024-01-01', '2024-02-29', '2024-12-31', '2025-01-01', '2026-06-30']) expect(days).toContain(day);
    expect([...days].every((d) => String(d) >= '2024-01-01' && String(d) <= '2026-06-30')).toBe(true);
  });

  it('has customers who never ordered and products that were never sold', () => {
    const buyers = new Set(of('orders').map((o) => o.customer_id));
    const sold = new Set(of('order_items').map((i) => i.product_id));
    expect(of('customers').filter((c) => !buyers.has(c.customer_id)).length).toBeGreaterThan(50);
    expect(of('products').filter((p) => !sold.has(p.product_id)).length).toBe(10);
  });

  it('has orders without a payment and none with more than three, and cities that are unknown', () => {
    const paid = new Map<unknown, number>();
    for (const p of of('payments')) paid.set(p.order_id, (paid.get(p.order_id) ?? 0) + 1);
    const counts = of('orders').map((o) => paid.get(o.order_id) ?? 0);
    expect([...new Set(counts)].sort()).toEqual([0, 1, 2, 3]);
    expect(of('customers').filter((c) => c.city === null).length).toBeGreaterThan(20);
  });

  it('gives every order one to five lines, each of another product', () => {
    const lines = new Map<unknown, unknown[]>();
    for (const i of of('order_items')) lines.set(i.order_id, [...(lines.get(i.order_id) ?? []), i.product_id]);
    expect(lines.size).toBe(3000);
    for (const products of lines.values()) {
      expect(products.length).toBeGreaterThanOrEqual(1);
      expect(products.length).toBeLessThanOrEqual(5);
      expect(new Set(products).size).toBe(products.length);
    }
  });

  it('takes no order before its customer signed up and no payment before its order', () => {
    const signup = new Map(of('customers').map((c) => [c.customer_id, String(c.signup_date)]));
    const placed = new Map(of('orders').map((o) => [o.order_id, String(o.order_date)]));
    for (const o of of('orders')) expect(signup.get(o.customer_id)! <= String(o.order_date)).toBe(true);
    for (const p of of('payments')) expect(placed.get(p.order_id)! <= String(p.paid_at).slice(0, 10)).toBe(true);
    expect(of('payments').every((p) => String(p.paid_at) < '2026-07-01')).toBe(true);
  });

  it('uses every status, channel, method and at least twelve countries', () => {
    const values = (table: string, column: string) => new Set(of(table).map((row) => row[column]));
    expect(values('orders', 'status')).toEqual(new Set(ORDER_STATUSES));
    expect(values('payments', 'status')).toEqual(new Set(PAYMENT_STATUSES));
    expect(values('payments', 'method')).toEqual(new Set(PAYMENT_METHODS));
    expect(values('customers', 'country_code').size).toBeGreaterThanOrEqual(12);
  });

  it('comments every table and every column', () => {
    const script = postgresScript();
    const columns = TABLES.reduce((sum, t) => sum + t.columns.length, 0);
    expect(script.match(/^COMMENT ON TABLE /gm)).toHaveLength(TABLES.length);
    expect(script.match(/^COMMENT ON COLUMN /gm)).toHaveLength(columns);
  });
});
