import type { Catalogue } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { postgresLab } from '../spec/postgres-lab.js';

describe('the catalogue of PostgreSQL', () => {
  let lab: Awaited<ReturnType<typeof postgresLab>>;
  let sources: Sources;
  const read = async (): Promise<Catalogue> => (await sources.probe('t', lab.source)).catalogue!;
  const table = (catalogue: Catalogue, name: string) => catalogue.tables.find((t) => t.name === name)!;

  beforeAll(async () => {
    lab = await postgresLab(process.env['TEST_POSTGRES_URL']!);
    sources = createSources({ credential: lab.credential });
    await lab.admin.query(`
      CREATE SCHEMA "영업";
      CREATE TABLE "영업"."고객" ("번호" int PRIMARY KEY, "이름" text NOT NULL, secret text, code text UNIQUE);
      COMMENT ON TABLE "영업"."고객" IS '고객 한 명에 한 줄'; COMMENT ON COLUMN "영업"."고객"."이름" IS '고객 이름';
      CREATE TABLE "영업".orders (id bigint, line int, customer int REFERENCES "영업"."고객" ("번호"), amount numeric(12,2), PRIMARY KEY (id, line));
      INSERT INTO "영업".orders (id, line) SELECT g, 1 FROM generate_series(1, 500) g; ANALYZE "영업".orders;
      CREATE INDEX orders_by_customer ON "영업".orders (customer, amount DESC) INCLUDE (id); CREATE INDEX ON "영업".orders (abs(line)); CREATE INDEX ON "영업".orders (line) WHERE line > 1; CREATE INDEX ON "영업"."고객" (secret, code);
      CREATE VIEW "영업".totals AS SELECT customer, sum(amount) AS amount FROM "영업".orders GROUP BY customer;
      CREATE TABLE "영업".events (at date NOT NULL) PARTITION BY RANGE (at);
      CREATE TABLE "영업".events_2026 PARTITION OF "영업".events FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
      CREATE TABLE "영업".hidden (id int);
      CREATE SCHEMA closed; CREATE TABLE closed.secrets (id int);
      GRANT USAGE ON SCHEMA "영업" TO ${lab.names.reader};
      GRANT SELECT ("번호", "이름", code) ON "영업"."고객" TO ${lab.names.reader};
      GRANT SELECT ON "영업".orders, "영업".totals, "영업".events, "영업".events_2026 TO ${lab.names.reader};
      GRANT SELECT ON closed.secrets TO ${lab.names.reader};`);
  });
  afterAll(async () => {
    await sources.close();
    await lab.close();
  });

  it('shows exactly what the account may read', async () => {
    const catalogue = await read();
    expect(catalogue.tables.map((t) => `${t.schema}.${t.name}`)).toEqual(['public.notes', '영업.events', '영업.orders', '영업.totals', '영업.고객']);
    expect(table(catalogue, '고객').columns.map((c) => c.name)).toEqual(['번호', '이름', 'code']);
    expect(catalogue).toMatchObject({ engine: 'postgres', searchPath: ['public'], version: expect.stringMatching(/^\d+/) });
  });

  it('has types, nullability, comments, keys and row estimates', async () => {
    const catalogue = await read();
    expect(table(catalogue, '고객')).toMatchObject({ kind: 'table', comment: '고객 한 명에 한 줄', primaryKey: ['번호'], uniqueKeys: [['code']] });
    expect(table(catalogue, '고객').columns[1]).toEqual({ name: '이름', type: 'text', nullable: false, comment: '고객 이름' });
    expect(table(catalogue, 'orders')).toMatchObject({ primaryKey: ['id', 'line'], rowEstimate: 500, foreignKeys: [{ columns: ['customer'], refSchema: '영업', refTable: '고객', refColumns: ['번호'] }] });
    expect(table(catalogue, 'orders').columns[3]).toEqual({ name: 'amount', type: 'numeric(12,2)', nullable: true });
    // None over expressions, parts of a table, or columns that may not be read.
    expect(table(catalogue, 'orders').indexes).toEqual([{ name: 'orders_pkey', columns: ['id', 'line'], unique: true }, { name: 'orders_by_customer', columns: ['customer', 'amount'], unique: false }]);
    expect(table(catalogue, '고객').indexes?.map(({ columns }) => columns)).toEqual([['번호'], ['code']]);
    expect(table(catalogue, 'totals').kind).toBe('view');
    expect(table(catalogue, 'events').kind).toBe('partitioned-table');
    expect(table(catalogue, '고객').rowEstimate).toBeUndefined();
  });

  it('changes a fingerprint with a column, a type, nullability or a view’s definition, and with nothing else', async () => {
    const print = async () => new Map((await read()).tables.map((t) => [t.name, t.fingerprint]));
    const before = await print();
    await lab.admin.query(`COMMENT ON COLUMN "영업".orders.amount IS 'other'; INSERT INTO "영업".orders (id, line) VALUES (0, 0); ANALYZE "영업".orders`);
    expect(await print()).toEqual(before);
    for (const change of [`ALTER TABLE "영업".orders ADD note text`, `ALTER TABLE "영업".orders ALTER note TYPE varchar(9)`, `ALTER TABLE "영업".orders ALTER note SET NOT NULL`]) {
      const was = (await print()).get('orders');
      await lab.admin.query(change.replace('ADD note text', `ADD note text DEFAULT ''`));
      expect((await print()).get('orders')).not.toBe(was);
    }
    const was = (await print()).get('totals');
    await lab.admin.query(`CREATE OR REPLACE VIEW "영업".totals AS SELECT customer, max(amount) AS amount FROM "영업".orders GROUP BY customer`);
    expect((await print()).get('totals')).not.toBe(was);
    expect((await print()).get('고객')).toBe(before.get('고객'));
  });

  it('reads 5,000 tables in well under a minute', async () => {
    await lab.admin.query(`DO $$ BEGIN FOR i IN 1..5000 LOOP EXECUTE format('CREATE TABLE bulk_%s (id int PRIMARY KEY, a text, b text, c numeric(10,2), d date, e timestamptz, f boolean, g bigint)', i); IF i % 500 = 0 THEN COMMIT; END IF; END LOOP; END $$`);
    await lab.admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${lab.names.reader}`);
    const started = performance.now();
    const report = await sources.probe('t', lab.source);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(report.status).toBe('ready');
    expect(report.catalogue?.tables).toHaveLength(5_005);
  });
});
