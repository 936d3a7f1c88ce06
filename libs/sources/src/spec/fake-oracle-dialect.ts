import type { Cell } from '@countersign/contracts';
import { counted, FakeServerError, table, type Answerer, type FakeColumn, type FakeDatabase, type FakeDialect, type FakeSession } from './fake-database.js';

const text = (name: string): FakeColumn => ({ name, type: 'VARCHAR2' });
const number = (name: string): FakeColumn => ({ name, type: 'NUMBER' });
const SCHEMA_OF = (session: FakeSession) => session.settings.get('CURRENT_SCHEMA') ?? session.account;

/** What a test wants a view or expression to say, by a pattern over the statement. */
export type Scripted = [pattern: RegExp, columns: FakeColumn[], rows: Cell[][]][];

/** Oracle as far as the lab's statements and the adapter's own need it, with its codes. */
export function fakeOracleDialect(database: () => FakeDatabase, scripted: Scripted): FakeDialect {
  const plans = new Map<string, Cell[][]>();

  const write: Answerer = (match, session) => {
    const isDefinition = /^(CREATE|ALTER|DROP|TRUNCATE|GRANT|REVOKE|COMMENT|RENAME)\b/i.test(match[0]);
    if (session.readOnly && !isDefinition) throw new FakeServerError(1456);
    if (!session.mayWrite) throw new FakeServerError(1031);
    database().written += 1;
    // Data definition commits before and after itself.
    if (isDefinition) database().rollback(session);
    return undefined;
  };
  const explain: Answerer = ([, id, sql = ''], session) => {
    if (session.readOnly) throw new FakeServerError(1456);
    const prefix = `EXPLAIN PLAN SET STATEMENT_ID = '${id}' FOR `.length;
    if (sql.includes('no_such_column')) throw new FakeServerError(904, prefix + sql.indexOf('no_such_column') + 1);
    if (sql.includes('hidden_view')) throw new FakeServerError(1039);
    const rows = /LEVEL <= (\d+)/.exec(sql)?.[1] ?? '1';
    plans.set(id!, [['0', 'SELECT STATEMENT', null, null, String(Math.ceil(Number(rows) / 100)), '1'], ['1', 'TABLE ACCESS', 'FULL', 'NOTES', '2', rows]]);
    return undefined;
  };
  const settings: Answerer = ([, list = ''], session) => {
    for (const [, name, value] of list.matchAll(/(\w+) = (?:'([^']*)'|"[^"]*")/g)) if (value !== undefined) session.settings.set(name!, value);
    const schema = /CURRENT_SCHEMA = "([^"]+)"/.exec(list)?.[1];
    if (schema !== undefined) session.settings.set('CURRENT_SCHEMA', schema);
    return undefined;
  };
  const inForce: Answerer = (_match, session) => {
    const names = [...session.settings].filter(([name]) => name.startsWith('NLS_')).sort(([a], [b]) => (a < b ? -1 : 1));
    return table([text('SETTINGS')], [[`${names.map(([name, value]) => `${name}=${value}`).join(';')};zone=${session.settings.get('TIME_ZONE')};schema=${SCHEMA_OF(session)}`]]);
  };

  return {
    cancelled: 1013,
    syntax: 900,
    answers: [
      ...scripted.map(([pattern, columns, rows]): [RegExp, Answerer] => [pattern, () => table(columns, rows)]),
      [/nls_session_parameters/, inForce],
      [/;\s*\S/, () => { throw new FakeServerError(933, 1); }],
      [/^EXPLAIN PLAN SET STATEMENT_ID = '(\w+)' FOR ([\s\S]*)$/, explain],
      [/FROM plan_table WHERE statement_id = :id/, (_m, _s, binds) => table(['DEPTH', 'OPERATION', 'OPTIONS', 'OBJECT_NAME', 'COST', 'CARDINALITY'].map(text), plans.get(binds['id']!) ?? [])],
      [/^ALTER SESSION SET ([\s\S]*)$/, settings],
      [/^SET TRANSACTION READ (ONLY|WRITE)$/, ([, mode], session) => {
        if (session.begun) throw new FakeServerError(1453);
        session.readOnly = mode === 'ONLY';
        return undefined;
      }],
      [/^(COMMIT|ROLLBACK)$/i, (_m, session) => void database().rollback(session)],
      [/^(INSERT|UPDATE|DELETE|MERGE|TRUNCATE|CREATE|ALTER|DROP|GRANT|REVOKE|LOCK|CALL|BEGIN|DECLARE|COMMENT|RENAME)\b/i, write],
      [/PRAGMA AUTONOMOUS_TRANSACTION/, (_m, session) => {
        // No layer of the server's is in the way here but the account's.
        if (session.mayWrite) database().written += 1;
        throw new FakeServerError(session.mayWrite ? 6512 : 1031);
      }],
      [/\bFOR UPDATE\b/, (_m, session) => { throw new FakeServerError(session.readOnly ? 1456 : 1031); }],
      [/lab_sneak/, () => { throw new FakeServerError(14551); }],
      [/WHERE 1 = 0$/, () => table([number('n'), text('label')], [])],
      [/'row ' \|\| LEVEL AS "label" FROM dual CONNECT BY LEVEL <= (\d+)$/, ([, n]) => ({ columns: [number('n'), text('label')], rows: counted(Number(n), (i) => [String(i), `row ${i}`]) })],
      [/RPAD\('x', (\d+), 'x'\) AS "filler" FROM dual CONNECT BY LEVEL <= (\d+)$/, ([, size, n]) => ({ columns: [text('filler')], rows: counted(Number(n), () => ['x'.repeat(Number(size))]) })],
      [/lab_clob\((\d+)\)/, ([, size]) => table([{ name: 'filler', type: 'CLOB' }], [['x'.repeat(Number(size))]])],
      [/lab_sleep\((\d+)\)/, async ([, seconds], session) => {
        await database().sleep(session, Number(seconds));
        return table([text('slept')], [['']]);
      }],
      [/10 \/ \(5000 - LEVEL\)/, () => ({ columns: [number('n')], rows: counted(10_000, (i) => { if (i === 5_000) throw new FakeServerError(1476); return [String(Math.trunc(10 / (5_000 - i)))]; }) })],
      [/no_such_column/, () => { throw new FakeServerError(904, 8); }],
      [/^SELECT USER FROM dual$/, (_m, session) => table([text('USER')], [[session.account]])],
      [/^SELECT USER, SYS_CONTEXT/, (_m, session) => table([text('USER'), text('ISDBA')], [[session.account, 'FALSE']])],
      [/NLS_CHARACTERSET/, (_m, _s, binds) => table([text('NAME'), text('ECHO'), number('LENGTH')], [['AL32UTF8', binds['korean']!, String(binds['korean']!.length)]])],
      [/^SELECT 1 FROM dual$/, () => table([number('1')], [['1']])],
      // A view of the dictionary that a test says nothing about is empty.
      [/(user|all|role|session)_\w+/, () => table([text('EMPTY')], [])],
    ],
  };
}
