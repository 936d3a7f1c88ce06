import { HARMLESS, PLAN_COLUMN, PLANS_OFF, PLANS_ON } from '../mssql/explain.js';
import { expectedSettings, ROLLBACK_SQL } from '../mssql/session-settings.js';
import { TYPES } from './fake-tds/column-types.js';
import { fakeTds, type FakeTds, type FakeTdsOptions } from './fake-tds/server.js';
import type { FakeSession } from './fake-tds/session.js';
import { columnMetadata, DONE, done, error, info, row, type FakeColumn } from './fake-tds/tokens.js';
import { MSSQL_SQL, MSSQL_WRITES, mssqlSource } from './mssql-statements.js';
import type { SourceLab } from './source-lab.js';

const PASSWORD = "pass'word";

/** The contract's lab on the TDS double: it knows the suite's statements, plans and runs them, and nothing else. */
export async function mssqlDoubleLab(options: Partial<FakeTdsOptions> = {}): Promise<SourceLab & { fake: FakeTds }> {
  const written = { count: 0 };
  const fake = await fakeTds({
    admit: ({ user, password, database }) => (password !== PASSWORD ? { number: 18456, text: `Login failed for user '${user}'.` } : database !== 'lab' ? { number: 4060, text: 'Cannot open database.' } : undefined),
    answer: (sql, session) => mssqlDoubleAnswer(sql, session, written),
    ...options,
  });
  const signedIn = () => [...fake.sessions].filter((session) => session.login);
  const source = mssqlSource({ host: '127.0.0.1', port: fake.port, database: 'lab', username: 'reader' });
  return {
    fake,
    source,
    writer: { ...source, id: '018f0000-0000-7000-8000-00000000000b', username: 'writer' },
    credential: async (_tenant, id) => ({ username: id.endsWith('b') ? 'writer' : 'reader', password: PASSWORD }),
    sql: MSSQL_SQL,
    writes: MSSQL_WRITES,
    written: async () => String(written.count),
    sessions: async () => signedIn().length,
    active: async () => signedIn().filter((session) => session.statement !== undefined).length,
    sleeping: async () => signedIn().filter((session) => session.statement?.includes('AS slept') && session.memory.get('asleep')).length,
    killSessions: async () => fake.killSessions(),
    close: () => fake.close(),
  };
}

/** What the double says to every statement it knows. */
export async function* mssqlDoubleAnswer(sql: string, session: FakeSession, written: { count: number } = { count: 0 }): AsyncGenerator<Buffer> {
  if (sql.startsWith('set ')) return yield done(DONE.final);
  if (sql === PLANS_ON || sql === PLANS_OFF) {
    session.memory.set('plans', sql === PLANS_ON);
    return yield done(DONE.final);
  }
  if (session.memory.get('plans')) return yield* planned(sql);
  if (sql === ROLLBACK_SQL) {
    session.memory.delete('pending');
    if (session.transaction) yield session.finish('rollback');
    return yield done(DONE.final);
  }
  if (sql.includes('BEGIN TRANSACTION; SELECT CONCAT(@@LANGUAGE')) {
    yield* [info(5703, 'Changed language setting to us_english.'), session.begin()];
    return yield* table([{ name: 'settings', type: TYPES.nvarchar }], [[expectedSettings(Number(/LOCK_TIMEOUT (\d+)/.exec(sql)?.[1]))]]);
  }
  yield* run(sql, session, written);
}

const NUMBERED: FakeColumn[] = [{ name: 'n', type: TYPES.int }, { name: 'label', type: TYPES.varchar }];

async function* run(sql: string, session: FakeSession, written: { count: number }): AsyncGenerator<Buffer> {
  const counts = [...sql.matchAll(/\d+/g)].map(Number);
  if (sql === MSSQL_SQL.none) return yield* table(NUMBERED, []);
  if (sql === MSSQL_SQL.rows(counts[1] ?? 0)) return yield* table(NUMBERED, (function* () { for (let n = 1; n <= counts[1]!; n += 1) yield [n, `row ${n}`]; })());
  if (sql === MSSQL_SQL.wide(counts[2] ?? 0, counts[0] ?? 0)) return yield* wide(counts[2]!, counts[0]!);
  if (sql === MSSQL_SQL.sleep((counts[1] ?? 0) / 2_000)) {
    session.memory.set('asleep', true);
    await session.pause(counts[1]! / 2);
    session.memory.delete('asleep');
    return yield* table([{ name: 'slept', type: TYPES.bigint }], [[0n]]);
  }
  if (sql === MSSQL_SQL.failing) {
    yield columnMetadata([{ name: 'n', type: TYPES.int }]);
    for (let n = 1; n < 5_000; n += 1) yield row([{ name: 'n', type: TYPES.int }], [Math.trunc(10 / (5_000 - n))]);
    return yield* [error(8134, 'Divide by zero error encountered.'), done(DONE.error)];
  }
  if (sql === MSSQL_SQL.unknownColumn) return yield* [error(207, "Invalid column name 'no_such_column'."), done(DONE.error)];
  if (sql === 'SELECT COUNT(*) FROM dbo.notes') return yield* table([{ name: '', type: TYPES.int }], [[2]]);
  if (!MSSQL_WRITES.includes(sql)) return yield* [error(102, 'Incorrect syntax.', 15), done(DONE.error)];
  if (session.login?.user !== 'writer') return yield* [error(229, 'The permission was denied.', 14), done(DONE.error)];
  // Any of these that is run at all counts as written, rolled back or not: none may be sent.
  written.count += 1;
  yield done(DONE.count, 1);
}

function* table(columns: FakeColumn[], rows: Iterable<unknown[]>): Generator<Buffer> {
  yield columnMetadata(columns);
  let count = 0;
  for (const cells of rows) {
    yield row(columns, cells);
    count += 1;
  }
  yield done(DONE.count, count);
}

/** Rows of one long text, its pieces one by one: nobody holds a large one whole. */
function* wide(count: number, bytes: number): Generator<Buffer> {
  const columns = [{ name: 'filler', type: TYPES.varcharMax }];
  const whole = row(columns, ['x'.repeat(bytes)]);
  yield columnMetadata(columns);
  for (let n = 0; n < count; n += 1) for (let at = 0; at < whole.length; at += 32_000) yield whole.subarray(at, at + 32_000);
  yield done(DONE.count, count);
}

/** A plan as SQL Server writes it, reduced to what is read of it. What can't be planned fails as it would there. */
function* planned(sql: string): Generator<Buffer> {
  if (sql === MSSQL_SQL.unknownColumn) return yield* [error(207, "Invalid column name 'no_such_column'."), done(DONE.error)];
  const rows = /GENERATE_SERIES\(1, (\d+)\)/.exec(sql)?.[1] ?? '1';
  const type = sql === HARMLESS ? 'SELECT WITHOUT QUERY' : /\bINTO\b/.test(sql) ? 'SELECT INTO' : (/^\w+/.exec(sql)?.[0] ?? 'SELECT');
  const plan = `<ShowPlanXML xmlns="http://schemas.microsoft.com/sqlserver/2004/07/showplan" Version="1.564"><BatchSequence><Batch><Statements><StmtSimple StatementText="${sql.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}" StatementType="${type}" StatementSubTreeCost="${Number(rows) / 1_000}" StatementEstRows="${rows}">` +
    `<QueryPlan><RelOp NodeId="0" PhysicalOp="Table-valued function" LogicalOp="Table-valued function" EstimateRows="${rows}" EstimatedTotalSubtreeCost="${Number(rows) / 1_000}"><OutputList /></RelOp></QueryPlan></StmtSimple></Statements></Batch></BatchSequence></ShowPlanXML>`;
  yield* table([{ name: PLAN_COLUMN, type: TYPES.nvarcharMax }], [[plan]]);
}
