import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { postgresLab } from '../spec/postgres-lab.js';
import { collect } from '../spec/source-lab.js';

/** Expression → type name and exact text. Settings of account and database try to shift each of them. */
const VALUES: [expression: string, type: string, text: string | null][] = [
  ['9223372036854775807::int8', 'int8', '9223372036854775807'],
  ['(-9223372036854775808)::int8', 'int8', '-9223372036854775808'],
  ['12345678901234567890123456789.0123456789::numeric', 'numeric', '12345678901234567890123456789.0123456789'],
  ['1.50::numeric(12,2)', 'numeric', '1.50'],
  [`'NaN'::numeric`, 'numeric', 'NaN'],
  [`'Infinity'::numeric`, 'numeric', 'Infinity'],
  ['0.1::float8 + 0.2::float8', 'float8', '0.30000000000000004'],
  ['1e-300::float8', 'float8', '1e-300'],
  ['0.1::float4', 'float4', '0.1'],
  [`'92233720368547758.07'::money`, 'money', '$92,233,720,368,547,758.07'],
  [`date '2024-02-29'`, 'date', '2024-02-29'],
  [`date '0044-03-15 BC'`, 'date', '0044-03-15 BC'],
  [`date 'infinity'`, 'date', 'infinity'],
  [`timestamp '2026-06-30 23:59:59.123456'`, 'timestamp', '2026-06-30 23:59:59.123456'],
  [`timestamptz '2026-06-30 23:59:59.123456+09'`, 'timestamptz', '2026-06-30 14:59:59.123456+00'],
  [`time '23:59:59.999999'`, 'time', '23:59:59.999999'],
  [`timetz '12:00:00+05:30'`, 'timetz', '12:00:00+05:30'],
  [`interval '1 year 2 mons 3 days 04:05:06.789'`, 'interval', 'P1Y2M3DT4H5M6.789S'],
  ['true', 'bool', 'true'],
  ['false', 'bool', 'false'],
  ['NULL::bool', 'bool', null],
  ['NULL::text', 'text', null],
  [`''::text`, 'text', ''],
  [`'한국어 "따옴표" 🎉'::text`, 'text', '한국어 "따옴표" 🎉'],
  [`E'tab\\tline\\nend\\\\'`, 'text', 'tab\tline\nend\\'],
  [`'ab'::char(4)`, 'bpchar', 'ab  '],
  [`'\\x00ff10'::bytea`, 'bytea', '\\x00ff10'],
  [`'{"n": 12345678901234567890.10}'::json`, 'json', '{"n": 12345678901234567890.10}'],
  [`'{"b":1,"a":[null]}'::jsonb`, 'jsonb', '{"a": [null], "b": 1}'],
  [`ARRAY[1,NULL,3]::int4[]`, '_int4', '{1,NULL,3}'],
  [`ARRAY['a,b','"']`, '_text', '{"a,b","\\""}'],
  [`int4range(1,5)`, 'int4range', '[1,5)'],
  [`'12345678-1234-5678-1234-567812345678'::uuid`, 'uuid', '12345678-1234-5678-1234-567812345678'],
  [`'glad'::public.lab_mood`, 'lab_mood', 'glad'],
  [`5::public.lab_small`, 'int4', '5'],
  [`inet '192.168.0.1/24'`, 'inet', '192.168.0.1/24'],
  [`B'101'`, 'bit', '101'],
];

describe('values of PostgreSQL', () => {
  let lab: Awaited<ReturnType<typeof postgresLab>>;
  let sources: Sources;

  beforeAll(async () => {
    lab = await postgresLab(process.env['TEST_POSTGRES_URL']!);
    await lab.admin.query(`CREATE TYPE lab_mood AS ENUM ('glad', 'sad')`);
    await lab.admin.query(`CREATE DOMAIN lab_small AS int4 CHECK (VALUE < 10)`);
    for (const setting of [`TimeZone = 'Asia/Seoul'`, `DateStyle = 'German, DMY'`, `IntervalStyle = 'sql_standard'`, `extra_float_digits = '-15'`, `bytea_output = 'escape'`, `client_encoding = 'EUC_KR'`, `standard_conforming_strings = 'off'`]) {
      // Newer servers have no 'off' for the last: refusing the setting is as good as overruling it.
      await lab.admin.query(`ALTER ROLE ${lab.names.reader} SET ${setting}`).catch(() => undefined);
    }
    sources = createSources({ credential: lab.credential });
  });
  afterAll(async () => {
    await sources.close();
    await lab.close();
  });

  const one = async (sql: string) => {
    const sink = collect();
    await sources.run({ tenantId: 't', source: lab.source, sql, caps: lab.source.caps, signal: new AbortController().signal }, sink);
    return sink;
  };

  it.each(VALUES)('gives %s as %s %s', async (expression, type, text) => {
    const sink = await one(`SELECT ${expression} AS value`);
    expect([sink.types[0], sink.got[0]?.[0]]).toEqual([type, text]);
  });

  it('keeps columns of the same name apart', async () => {
    const sink = await one('SELECT 1 AS a, 2 AS a, NULL AS a');
    expect([sink.names, sink.got]).toEqual([['a', 'a', 'a'], [['1', '2', null]]]);
  });

  it('gives a result without columns as rows without cells', async () => {
    expect((await one('SELECT FROM public.notes')).got).toEqual([[], []]);
  });

  it('counts bytes as UTF-8 and NULL as none', async () => {
    const outcome = await sources.run({ tenantId: 't', source: lab.source, sql: `SELECT '한국', NULL, 'ab', true`, caps: lab.source.caps, signal: new AbortController().signal }, collect());
    expect(outcome.byteCount).toBe(9);
  });

  it('forgets what a statement set, before the next statement', async () => {
    await one(`SELECT set_config('TimeZone', 'Asia/Seoul', false), set_config('search_path', 'pg_temp', false), set_config('statement_timeout', '1', false), pg_advisory_lock_shared(42)`);
    const sink = await one(`SELECT current_setting('TimeZone'), current_setting('search_path'), timestamptz '2026-01-01 00:00+00', (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 42)`);
    expect(sink.got).toEqual([['UTC', 'pg_catalog,pg_temp', '2026-01-01 00:00:00+00', '0']]);
  });

  it('runs in a transaction that is read-only and stays so', async () => {
    const refused = await one(`SELECT set_config('transaction_read_only', 'off', false)`).catch((e: unknown) => e);
    expect(refused).toMatchObject({ kind: 'query-failed', params: { sqlstate: '25001' } });
  });

  it('reads Korean text from a database that is not in UTF-8', async () => {
    const database = `${lab.names.database}_euc`;
    await lab.admin.query(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'EUC_KR' LOCALE_PROVIDER libc LOCALE 'C'`);
    try {
      const sink = collect();
      await sources.run({ tenantId: 't', source: { ...lab.source, id: '018f0000-0000-7000-8000-00000000001a', database }, sql: `SELECT '주문', length('주문')`, caps: lab.source.caps, signal: new AbortController().signal }, sink);
      expect(sink.got).toEqual([['주문', '2']]);
    } finally {
      await sources.close();
      await lab.admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    }
  });
});
