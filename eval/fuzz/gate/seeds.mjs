// Statements to start from when no corpus is given, over the tables of `scope`: what analysts write, one idiom each.
const READS = [
  'SELECT status, count(*) AS n FROM orders GROUP BY status ORDER BY n DESC LIMIT 5',
  "SELECT o.order_id, c.city FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.status IN ('paid', 'shipped') AND o.total > 10.5",
  'SELECT c.city, sum(o.total) FROM customers c LEFT JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.city HAVING sum(o.total) > 100',
  "WITH big AS (SELECT order_id, total FROM orders WHERE total > 100) SELECT count(*) FROM big WHERE total < 1000 OR total IS NULL",
  'SELECT order_id FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE c.customer_id = o.customer_id AND c.segment = \'A\')',
  'SELECT order_id, rank() OVER (PARTITION BY customer_id ORDER BY total DESC) AS r FROM orders',
  "SELECT CASE WHEN total > 100 THEN 'big' WHEN total IS NULL THEN 'none' ELSE 'small' END AS size, count(DISTINCT customer_id) FROM orders GROUP BY 1",
  'SELECT city FROM customers UNION ALL SELECT status FROM orders ORDER BY 1',
  'SELECT customer_id FROM customers EXCEPT SELECT customer_id FROM orders',
  "SELECT upper(city), coalesce(segment, 'none'), length(city) FROM customers WHERE city LIKE 'S%' AND segment NOT LIKE '%x_'",
  'SELECT total * 2 - (total + 1) / 3 FROM orders WHERE NOT (total BETWEEN 1 AND 2) AND customer_id <> 5',
  'SELECT max(total), min(total), avg(total) FROM orders WHERE customer_id IN (SELECT customer_id FROM customers WHERE segment = \'B\')',
  "SELECT a.city FROM customers a, customers b WHERE a.customer_id = b.customer_id AND a.city <> b.city",
  'SELECT s.n FROM (SELECT count(*) AS n, status FROM orders GROUP BY status) s WHERE s.n > (SELECT avg(total) FROM orders)',
  "SELECT cast(total AS integer), nullif(status, '') FROM orders ORDER BY total DESC, order_id LIMIT 10 OFFSET 20",
];
const POSTGRES = [
  "SELECT date_trunc('month', placed_at) AS month, sum(total) FILTER (WHERE status = 'paid') FROM orders WHERE placed_at >= date '2025-01-01' GROUP BY 1",
  "SELECT total::numeric(12,2), placed_at + interval '1 month', extract(year FROM placed_at) FROM orders",
  "SELECT string_agg(city, ', ' ORDER BY city), array_agg(DISTINCT segment) FROM customers",
  "SELECT city, j->>'a', j #>> '{b,c}' FROM (SELECT city, cast(segment AS jsonb) AS j FROM customers) x WHERE j @> '{\"a\": 1}'",
  'SELECT d, count(o.order_id) FROM generate_series(1, 12) AS d LEFT JOIN orders o ON extract(month FROM o.placed_at) = d GROUP BY d',
  'SELECT c.city, x.n FROM customers c CROSS JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.customer_id = c.customer_id) x',
  "SELECT city ~* '^s', city SIMILAR TO 's%', city ILIKE ANY (ARRAY['a%', 'b%']) FROM customers",
  'SELECT segment, city, grouping(city) FROM customers GROUP BY ROLLUP (segment, city)',
  'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT n, total FROM r JOIN orders ON order_id = n',
  'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders',
  'SELECT sum(total) OVER (ORDER BY placed_at ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM orders',
  "SELECT $q$it's$q$, E'a\\tb', 'x''y' FROM orders",
];
const MYSQL = [
  "SELECT `city`, DATE_FORMAT(placed_at, '%Y-%m'), IFNULL(segment, '') FROM customers JOIN orders USING (customer_id)",
  "SELECT GROUP_CONCAT(city ORDER BY city SEPARATOR ', ') FROM customers",
  'SELECT DATE_ADD(placed_at, INTERVAL 1 MONTH), YEAR(placed_at), IF(total > 1, 1, 0) FROM orders LIMIT 5, 10',
  'SELECT CONCAT(city, "x"), SUBSTRING_INDEX(city, \'-\', 1) FROM customers',
];
const TSQL = [
  'SELECT TOP 10 [city], ISNULL(segment, N\'없음\') FROM customers ORDER BY city',
  "SELECT DATEADD(month, 1, placed_at), DATEDIFF(day, placed_at, GETDATE()), CONVERT(date, placed_at) FROM orders",
  "SELECT IIF(total > 1, 'a', 'b'), LEN(status), status + 'x' FROM orders",
  'SELECT city FROM customers ORDER BY city OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY',
];
const ORACLE = [
  "SELECT NVL(segment, 'x'), DECODE(city, 'a', 1, 2), TO_CHAR(placed_at, 'YYYY-MM') FROM customers c, orders o WHERE o.customer_id(+) = c.customer_id",
  'SELECT city FROM customers WHERE ROWNUM <= 10',
  "SELECT LISTAGG(city, ', ') WITHIN GROUP (ORDER BY city) FROM customers",
  "SELECT ADD_MONTHS(placed_at, 1), TRUNC(placed_at, 'MM'), q'[it's]' FROM orders",
];

const HANA = [
  "SELECT city, IFNULL(segment, 'x'), TO_VARCHAR(placed_at, 'YYYY-MM') FROM customers c JOIN orders o ON o.customer_id = c.customer_id",
  "SELECT TOP 10 city, LOCATE(city, 'a'), CONCAT(city, segment) FROM customers WHERE city LIKE_REGEXPR '^s'",
  "SELECT STRING_AGG(city, ', ' ORDER BY city) FROM customers",
  'SELECT ADD_MONTHS(placed_at, 1), DAYS_BETWEEN(placed_at, CURRENT_DATE), YEAR(placed_at) FROM orders LIMIT 10 OFFSET 5',
  "SELECT ADD_DAYS(placed_at, -7), MAP(status, 'paid', 1, 0), TO_DECIMAL(total, 10, 2), status || 'x' FROM orders",
];

const IDIOMS = { postgres: POSTGRES, mysql: MYSQL, mariadb: MYSQL, tsql: TSQL, oracle: ORACLE, oracle11: ORACLE, hana: HANA, canonical: POSTGRES };

export const seedsFor = (dialect) => [...READS, ...IDIOMS[dialect]];

const TABLES = {
  customers: { columns: ['customer_id:int', 'city:text', 'segment:text', 'email:text'], denied: ['email'] },
  orders: { columns: ['order_id:int', 'customer_id:int', 'status:text', 'total:numeric', 'placed_at:timestamp'], denied: [] },
};

/** The number is in no other text: as often as `orders` is read, it has to be in the printed one. */
export const FILTER_NUMBER = '987654';

/** What is granted, and policies on it. `email` may be used nowhere, `secrets` is outside. Names are as this language reads them without quotes. */
export function grantedIn(dialect, from) {
  const named = from !== 'canonical' && /^(?:oracle|hana)/.test(dialect) ? (name) => name.toUpperCase() : (name) => name;
  const column = (text) => ({ name: named(text.split(':')[0]), type: text.split(':')[1] });
  return {
    scope: { tables: Object.entries(TABLES).map(([name, { columns, denied }]) => ({ name: named(name), columns: columns.map(column), denied: denied.map(named) })) },
    policies: {
      rowFilters: [{ id: 'some', version: 1, table: named('orders'), predicate: `"${named('total')}" <> ${FILTER_NUMBER}` }],
      masks: [{ id: 'short', version: 1, table: named('customers'), column: named('segment'), expression: `left("${named('segment')}", 1)` }],
    },
  };
}
