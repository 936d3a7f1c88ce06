import { isFault, type Fault } from '@countersign/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { TYPES } from '../spec/fake-tds/column-types.js';
import type { FakeSession } from '../spec/fake-tds/session.js';
import { columnMetadata, DONE, done, error, row } from '../spec/fake-tds/tokens.js';
import { mssqlDoubleAnswer, mssqlDoubleLab } from '../spec/mssql-double-lab.js';
import { collect } from '../spec/source-lab.js';
import { HARMLESS, PLAN_COLUMN } from './explain.js';

type Answer = Parameters<typeof mssqlDoubleLab>[0];

/** Each layer with the others off: servers that behave as SQL Server does not, or accounts that lack what it takes. */
describe('what stands between a statement and SQL Server', () => {
  let lab: Awaited<ReturnType<typeof mssqlDoubleLab>>;
  let sources: Sources;
  afterEach(async () => {
    await sources.close();
    await lab.close();
  });

  const open = async (answer: NonNullable<Answer>['answer']) => {
    lab = await mssqlDoubleLab(answer ? { answer } : {});
    sources = createSources({ credential: lab.credential });
  };
  const run = (sql: string, caps: object = {}) => sources.run({ tenantId: 't', source: lab.source, sql, caps: { ...lab.source.caps, ...caps }, signal: new AbortController().signal }, collect());
  const faultOf = async (work: Promise<unknown>): Promise<Fault> => {
    const thrown: unknown = await work.then(() => undefined, (e: unknown) => e);
    if (!isFault(thrown)) throw new Error('no fault', { cause: thrown });
    return thrown;
  };
  const sent = () => lab.fake.log.filter((line) => line.startsWith('BATCH')).map((line) => line.slice(6));
  const planned = (session: FakeSession) => session.memory.get('plans') === true;
  const answersOf = (names: string[], cells: string[]) => {
    const columns = names.map((name) => ({ name, type: TYPES.nvarchar }));
    return [columnMetadata(columns), row(columns, cells), done(DONE.count, 1)];
  };

  it('finds out a server that runs what it is asked to plan, by something harmless', async () => {
    await open((sql, session) => (planned(session) && !sql.startsWith('SET') ? answersOf(['ran'], ['1']) : mssqlDoubleAnswer(sql, session)));
    const fault = await faultOf(run('SELECT COUNT(*) FROM dbo.notes'));
    expect([fault.kind, fault.params['detail']]).toEqual(['internal', 'the server ran what it was asked to plan']);
    expect(sent()).toContain(HARMLESS);
    expect(sent()).not.toContain('SELECT COUNT(*) FROM dbo.notes');
  });

  it('asks nothing of a server of another maker', async () => {
    await open((sql, session) => (sql.includes('@@LANGUAGE') ? answersOf(['settings'], ['us_english|7|20856|5000|2147483647|1|mdy|2|another maker']) : mssqlDoubleAnswer(sql, session)));
    expect((await faultOf(run('SELECT COUNT(*) FROM dbo.notes'))).params['detail']).toMatch(/^not Microsoft SQL Server/);
    expect(sent().filter((sql) => sql.includes('notes'))).toEqual([]);
  });

  it('asks nothing in a session whose settings are not in force', async () => {
    await open((sql, session) => (sql.includes('@@LANGUAGE') ? answersOf(['settings'], ['Deutsch|1|20856|5000|2147483647|1|dmy|2|Microsoft']) : mssqlDoubleAnswer(sql, session)));
    expect((await faultOf(run('SELECT COUNT(*) FROM dbo.notes'))).params['detail']).toBe('session settings are not in force');
  });

  it('runs without an estimate for an account that may not see plans, and says why; what is not one SELECT is still refused', async () => {
    await open((sql, session) => (planned(session) && !sql.startsWith('SET') ? [error(262, 'SHOWPLAN permission denied.', 14), done(DONE.error)] : mssqlDoubleAnswer(sql, session)));
    expect(await sources.estimate({ tenantId: 't', source: lab.source, sql: 'SELECT COUNT(*) FROM dbo.notes', signal: new AbortController().signal, timeoutMs: 5_000 })).toMatchObject({ available: false, reason: 'the account lacks SHOWPLAN', cost: null, rows: null });
    expect(await run('SELECT COUNT(*) FROM dbo.notes', { maxCost: 1 })).toMatchObject({ rowCount: 1 });
    for (const sql of lab.writes) expect((await faultOf(run(sql))).params['kind']).toBe('not-one-select');
    expect(await lab.written()).toBe('0');
  });

  it('refuses by the server’s word what the look at the text let through', async () => {
    const two = '<x><Statements><StmtSimple StatementType="SELECT" /><StmtSimple StatementType="SELECT" /></Statements></x>';
    await open((sql, session) => (planned(session) && sql.startsWith('SELECT 1 SELECT') ? answersOf([PLAN_COLUMN], [two]) : mssqlDoubleAnswer(sql, session)));
    expect((await faultOf(run('SELECT 1 SELECT 2'))).params).toEqual({ kind: 'not-one-select', detail: '2 statements' });
    expect(sent().filter((sql) => sql === 'SELECT 1 SELECT 2')).toHaveLength(1);
  });

  it('never reads two results as one', async () => {
    await open((sql, session) => (sql.startsWith('SELECT 1 SELECT') && !planned(session) ? [...answersOf(['a'], ['1']).slice(0, 2), done(DONE.count | DONE.more, 1), ...answersOf(['a'], ['2'])] : mssqlDoubleAnswer(sql, session)));
    expect((await faultOf(run('SELECT 1 SELECT 2'))).params).toEqual({ kind: 'not-one-select', detail: 'two results' });
  });

  it('runs between a transaction that is rolled back and a session that is reset', async () => {
    await open(mssqlDoubleAnswer);
    await run('SELECT COUNT(*) FROM dbo.notes');
    await run('SELECT COUNT(*) FROM dbo.notes');
    const kinds = sent().map((sql) => (sql.startsWith('set ') ? 'initial' : sql.includes('BEGIN TRANSACTION') ? 'begin' : sql.startsWith('IF @@TRANCOUNT') ? 'rollback' : sql));
    const once = ['SET SHOWPLAN_XML ON', 'SELECT COUNT(*) FROM dbo.notes', 'SET SHOWPLAN_XML OFF', 'SELECT COUNT(*) FROM dbo.notes', 'rollback', 'initial'];
    expect(kinds).toEqual(['initial', 'begin', once[0], HARMLESS, ...once.slice(1), 'begin', ...once]);
  });
});
