import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSources, type Sources } from '../create-sources.js';
import { mysqlLab, type MysqlLab } from '../spec/mysql-lab.js';
import { collect } from '../spec/source-lab.js';

interface Line { column: string; holds: string; text: string | null; name: string }
const LINES = parse(readFileSync(path.join(__dirname, 'exact.yaml'), 'utf8')) as Line[];
const { TEST_MARIADB_URL } = process.env;

describe.runIf(TEST_MARIADB_URL)('values of MariaDB', () => {
  let lab: MysqlLab;
  let sources: Sources;

  beforeAll(async () => {
    lab = await mysqlLab(TEST_MARIADB_URL!, 'mariadb');
    // Dates of zeros are kept, and times are those of Seoul, as in many a database that is old enough.
    await lab.admin(`SET SESSION sql_mode = '', time_zone = '+09:00'`);
    await lab.admin(`CREATE TABLE exact (${LINES.map(({ column }, i) => `c${i} ${column}`).join(', ')}) CHARACTER SET utf8mb4`);
    await lab.admin(`INSERT INTO exact VALUES (${LINES.map(({ holds }) => holds).join(', ')})`);
    sources = createSources({ credential: lab.credential });
  });
  afterAll(async () => {
    await sources.close();
    await lab.close();
  });

  const ask = async (sql: string) => {
    const sink = collect();
    const outcome = await sources.run({ tenantId: 't', source: lab.source, sql, caps: lab.source.caps, signal: new AbortController().signal }, sink);
    return { ...sink, outcome };
  };

  it('leave the collector exactly, whatever their type', async () => {
    const { got, types } = await ask('SELECT * FROM exact');
    const line = (i: number, name: string | undefined, text: string | null | undefined) => ({ column: LINES[i]!.column, holds: LINES[i]!.holds, name, text });
    expect(LINES.map((_, i) => line(i, types[i], got[0]?.[i]))).toEqual(LINES.map(({ name, text }, i) => line(i, name, text)));
  });

  it('keep columns of one name apart, and count bytes as UTF-8 and NULL as none', async () => {
    const { names, got, outcome } = await ask(`SELECT 1 AS a, '한국' AS a, NULL AS a`);
    expect([names, got, outcome.byteCount]).toEqual([['a', 'a', 'a'], [['1', '한국', null]], 7]);
  });

  it('are no NULL in the place of a text that was cut: the run fails instead', async () => {
    await expect(ask(`SELECT GROUP_CONCAT(REPEAT('x', 3000000 + 0 * n)) AS cut FROM numbers WHERE n <= 8`)).rejects.toMatchObject({ kind: 'query-failed', params: { kind: 'value-cut' } });
  });
});
