import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warehouse } from './generate.mjs';
import { loadWarehouse } from './load.mjs';
import { TABLES } from './schema.mjs';

describe('loading the demo warehouse into PostgreSQL', () => {
  const adminUrl = process.env['TEST_POSTGRES_URL']!;
  const tag = randomBytes(4).toString('hex');
  const [database, reader] = [`warehouse_${tag}`, { name: `warehouse_reader_${tag}`, password: "it's ünsafe" }];
  let admin: pg.Client;
  let client: pg.Client;

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.query(`DROP DATABASE IF EXISTS ${database}_other WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS ${reader.name}`);
    await admin.end();
  });

  it('makes it once, also when two start together, and is fast afterwards', async () => {
    const both = await Promise.all([loadWarehouse(adminUrl, { database, reader }), loadWarehouse(adminUrl, { database, reader })]);
    expect(both.map((b) => b.created).sort()).toEqual([false, true]);
    const started = performance.now();
    expect((await loadWarehouse(adminUrl, { database, reader })).created).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
    const url = new URL(adminUrl);
    client = new pg.Client({ host: url.hostname, port: Number(url.port), database, user: reader.name, password: reader.password, types: { getTypeParser: () => (text: string) => text } });
    await client.connect();
  });

  it('holds the generated rows, as its reader sees them', async () => {
    const all = warehouse();
    for (const table of TABLES) {
      const { rows } = await client.query({ text: `SELECT * FROM ${table.name} ORDER BY ${table.primaryKey.join(', ')}`, rowMode: 'array' });
      const expected = all.get(table.name)!.map((row) => table.columns.map((c) => {
        const value = row[c.name];
        if (typeof value === 'boolean') return value ? 't' : 'f';
        return value === null || value === undefined ? null : String(value);
      }));
      expect(rows).toEqual(expected);
    }
  });

  it('gives its reader no way to write', async () => {
    for (const attempt of ['INSERT INTO orders SELECT * FROM orders', 'DELETE FROM payments', 'CREATE TABLE x ()', 'CREATE TEMPORARY TABLE x ()', 'SELECT lo_create(0)', 'CREATE SCHEMA x']) {
      await expect(client.query(attempt)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('leaves a database of that name that is something else alone', async () => {
    await admin.query(`CREATE DATABASE ${database}_other`);
    await expect(loadWarehouse(adminUrl, { database: `${database}_other`, reader })).rejects.toThrow(/is not the demo warehouse/);
  });

  it('starts over after a start that was killed half-way', async () => {
    await client.end();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${database}_loading`);
    expect((await loadWarehouse(adminUrl, { database, reader })).created).toBe(true);
    expect((await admin.query('SELECT FROM pg_database WHERE datname = $1', [`${database}_loading`])).rowCount).toBe(0);
  });

  it('rebuilds one of an older version', async () => {
    await admin.query(`COMMENT ON DATABASE ${database} IS 'Countersign demo warehouse: commerce, version 0'`);
    expect((await loadWarehouse(adminUrl, { database, reader })).created).toBe(true);
    expect((await loadWarehouse(adminUrl, { database, reader })).created).toBe(false);
  });
});
