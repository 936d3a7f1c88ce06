import { gate, loadParsers } from '@countersign/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { postgresLab } from '../spec/postgres-lab.js';
import { collect } from '../spec/source-lab.js';

/**
 * PostgreSQL has no operators of its own for two varchars: it takes those of text, unless someone defined some that fit exactly, in
 * a schema that the session looks in. What the gate prints is PostgreSQL's own operator, because the product's sessions look
 * nowhere else.
 */
const OPERATORS: Record<string, string> = { '=': 'NOT $1::text = $2::text', '<>': '$1::text = $2::text', '<': '$1::text > $2::text', '<=': '$1::text > $2::text', '>': '$1::text < $2::text', '>=': '$1::text < $2::text', '~~': 'true', '~': 'true' };

/** Condition on rows (1, 'a', 'a'), (2, 'b', 'c'), (3, 'ab', NULL): the ids that pass by PostgreSQL's own operators. */
const CONDITIONS: [condition: string, ids: string[]][] = [
  [`t.v = 'a'`, ['1']],
  ['t.v = t.w', ['1']],
  ['t.v <> t.w', ['2']],
  ['t.v < t.w', ['2']],
  [`t.v BETWEEN 'a' AND 'b'`, ['1', '2', '3']],
  [`t.v IN ('a', 'ab')`, ['1', '3']],
  ['t.v IN (SELECT x.w FROM t x)', ['1']],
  ['t.v = ANY (SELECT x.w FROM t x)', ['1']],
  [`t.v LIKE 'a%'`, ['1', '3']],
  [`t.v ~ '^b'`, ['2']],
  ['t.v IS NOT DISTINCT FROM t.w', ['1']],
  ['nullif(t.v, t.w) IS NULL', ['1']],
  [`CASE t.v WHEN 'a' THEN 1 ELSE 0 END = 1`, ['1']],
  ['(t.v, t.id) = (t.w, 1)', ['1']],
  ['EXISTS (SELECT 1 FROM t x JOIN t y USING (v) WHERE x.id = t.id AND y.id = t.id)', ['1', '2', '3']],
];


describe('operators that a customer has defined', () => {
  let lab: Awaited<ReturnType<typeof postgresLab>>;
  let sources: Sources;
  const scope = () => ({ defaultSchema: 'public', tables: [{ schema: 'public', name: 't', columns: [{ name: 'id', type: 'integer' }, { name: 'v', type: 'varchar' }, { name: 'w', type: 'varchar' }], denied: [] }] });

  beforeAll(async () => {
    await loadParsers();
    lab = await postgresLab(process.env['TEST_POSTGRES_URL']!);
    await lab.admin.query(`CREATE TABLE t (id int, v varchar, w varchar); INSERT INTO t VALUES (1, 'a', 'a'), (2, 'b', 'c'), (3, 'ab', NULL); GRANT SELECT ON t TO ${lab.names.reader}`);
    for (const [i, [operator, body]] of Object.entries(OPERATORS).entries()) {
      await lab.admin.query(`CREATE FUNCTION op_${i}(varchar, varchar) RETURNS boolean LANGUAGE sql AS $$ SELECT ${body} $$; CREATE OPERATOR public.${operator} (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = op_${i})`);
    }
    await lab.admin.query(`CREATE FUNCTION op_join(varchar, varchar) RETURNS text LANGUAGE sql AS $$ SELECT 'captured'::text $$; CREATE OPERATOR public.|| (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = op_join)`);
    sources = createSources({ credential: lab.credential });
  });
  afterAll(async () => {
    await sources.close();
    await lab.close();
  });

  const printed = (sql: string): string => {
    const report = gate({ sql, from: 'canonical', dialect: 'postgres', scope: scope() });
    if (report.verdict === 'reject') throw new Error(`${report.rule}: ${report.message}`);
    return report.sql;
  };
  const run = async (sql: string) => {
    const sink = collect();
    await sources.run({ tenantId: 't', source: lab.source, sql, caps: lab.source.caps, signal: new AbortController().signal }, sink);
    return sink.got.map(([cell]) => cell);
  };

  it.each(CONDITIONS)('are not those of the text: %s', async (condition, ids) => {
    expect(await run(printed(`SELECT t.id FROM t WHERE ${condition} ORDER BY t.id`))).toEqual(ids);
  });

  it('do not join text', async () => {
    expect(await run(printed('SELECT t.v || t.w FROM t ORDER BY t.id'))).toEqual(['aa', 'bc', null]);
  });

  it('would be taken by a session that looks in their schema', async () => {
    await lab.admin.query('SET search_path = public');
    const { rows } = await lab.admin.query<{ id: number }>(printed(`SELECT t.id FROM t WHERE t.v = t.w ORDER BY t.id`));
    expect(rows.map(({ id }) => id)).toEqual([2]);
  });

  it('can\'t be named in a text', () => {
    expect(gate({ sql: `SELECT id FROM t WHERE v OPERATOR(public.=) w`, from: 'canonical', dialect: 'postgres', scope: scope() })).toMatchObject({ verdict: 'reject', rule: 'unknown-operator' });
  });
});
