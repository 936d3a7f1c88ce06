import { beforeAll, describe, expect, it } from 'vitest';
import { sayQuery } from '@countersign/evidence';
import { factsOf, loadParsers, readQuery } from '@countersign/sql';

beforeAll(loadParsers);

const schema = {
  tables: [
    { name: 'orders', columns: ['order_id', 'customer_id', 'order_date', 'status', 'channel'], references: [{ column: 'customer_id', table: 'customers' }] },
    { name: 'customers', columns: ['customer_id', 'city'], references: [] },
  ],
};
const LABELS: Record<string, string> = { orders: '주문', customers: '고객', 'orders.order_date': '주문일', 'orders.status': '주문 상태', 'orders.channel': '채널' };
function say(sql: string, locale: 'en' | 'ko' = 'en'): string {
  const read = readQuery(sql, 'canonical');
  if (!read.ok) throw new Error(read.message);
  return sayQuery(factsOf(read.query, schema), locale, (name) => (locale === 'ko' ? LABELS[name] : undefined));
}

describe('a query in one sentence', () => {
  const monthly = "SELECT date_trunc('month', order_date) AS m, COUNT(*) AS n FROM orders WHERE status IN ('a', 'b') AND order_date >= '2025-01-01' AND order_date < '2026-01-01' GROUP BY 1 ORDER BY n DESC LIMIT 3";

  it('says what is counted, by what, when, of which rows, in which order and how many, in both languages', () => {
    expect(say(monthly)).toBe('Number of orders for each month of orders order date; orders order date from 2025-01-01 to 2025-12-31; only where orders status is a or b; n from high to low; at most 3 rows.');
    expect(say(monthly, 'ko')).toBe('주문일의 월별 주문 수; 주문일 2025-01-01부터 2025-12-31까지; 조건: 주문 상태가 a 또는 b; n 높은 순; 최대 3행.');
  });

  it('says sorting by what the rows are for, and by what was measured, each in its own words', () => {
    const byChannel = 'SELECT channel, COUNT(*) AS n FROM orders GROUP BY channel ORDER BY channel';
    expect(say(byChannel)).toBe('Number of orders for each orders channel; in order of orders channel.');
    expect(say(`${byChannel} DESC`, 'ko')).toBe('채널별 주문 수; 채널 역순.');
    expect(say(byChannel.replace(/channel$/, 'n'))).toBe('Number of orders for each orders channel; n from low to high.');
  });

  it('keeps apart what holds of all rows, of one measure, and of rows that must not exist', () => {
    expect(say("SELECT COUNT(*) FILTER (WHERE status = 'x') FROM orders WHERE channel = 'web'")).toBe('Number of orders (orders status is x); only where orders channel is web.');
    expect(say("SELECT COUNT(*) FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id AND o.order_date >= '2025-01-01' AND o.status <> 'x')")).toBe(
      'Number of customers; without orders (orders order date from 2025-01-01 on, orders status is not x).',
    );
  });

  it('lists columns where nothing is measured', () => {
    expect(say('SELECT city FROM customers WHERE city IS NOT NULL')).toBe('Rows with city; only where customers city is known.');
  });
});
