import type { Cell } from '@countersign/contracts';
import { counted, FakeServerError, table, type Answerer, type FakeColumn, type FakeDatabase, type FakeDialect } from './fake-database.js';
import type { Scripted } from './fake-oracle-dialect.js';

const text = (name: string): FakeColumn => ({ name, type: 'NVARCHAR(5000)' });
const integer = (name: string): FakeColumn => ({ name, type: 'INTEGER' });

/** A write inside a read-only transaction. That HANA refuses it is documented, its number is not: this one is the double's. */
const READ_ONLY = 7;

/** SAP HANA as far as the lab's statements and the adapter's own need it, with its numbers. */
export function fakeHanaDialect(database: () => FakeDatabase, scripted: Scripted): FakeDialect {
  const plans = new Map<string, Cell[][]>();

  const write: Answerer = (match, session) => {
    const isDefinition = /^(CREATE|ALTER|DROP|TRUNCATE|GRANT|REVOKE|COMMENT|RENAME)\b/i.test(match[0]);
    if (session.readOnly && !isDefinition) throw new FakeServerError(READ_ONLY);
    if (!session.mayWrite) throw new FakeServerError(258);
    database().written += 1;
    if (isDefinition) database().rollback(session);
    return undefined;
  };
  const explain: Answerer = ([, name, sql = ''], session) => {
    if (session.readOnly) throw new FakeServerError(READ_ONLY);
    if (sql.includes('hidden_view')) throw new FakeServerError(258);
    const rows = /GENERATE_INTEGER\(1, 0, (\d+)\)/.exec(sql)?.[1] ?? '1';
    plans.set(name!, [['1', 'PROJECT', null, null, rows, String(Math.ceil(Number(rows) / 100))], ['2', '  COLUMN TABLE', null, 'NOTES', rows, '1']]);
    return undefined;
  };

  return {
    cancelled: 139,
    syntax: 257,
    answers: [
      ...scripted.map(([pattern, columns, rows]): [RegExp, Answerer] => [pattern, () => table(columns, rows)]),
      [/;\s*\S/, () => { throw new FakeServerError(257, 1); }],
      [/^EXPLAIN PLAN SET STATEMENT_NAME = '(\w+)' FOR ([\s\S]*)$/, explain],
      [/FROM SYS\.EXPLAIN_PLAN_TABLE WHERE STATEMENT_NAME = '(\w+)' ORDER/, ([, name]) => table(['LEVEL', 'OPERATOR_NAME', 'OPERATOR_DETAILS', 'TABLE_NAME', 'OUTPUT_SIZE', 'SUBTREE_COST'].map(text), plans.get(name!) ?? [])],
      [/^DELETE FROM SYS\.EXPLAIN_PLAN_TABLE WHERE STATEMENT_NAME = '(\w+)'$/, ([, name]) => void plans.delete(name!)],
      [/^SET TRANSACTION READ (ONLY|WRITE)$/, ([, mode], session) => {
        session.readOnly = mode === 'ONLY';
        return undefined;
      }],
      [/^SET TRANSACTION ISOLATION LEVEL/, () => undefined],
      [/^SET SCHEMA "([^"]+)"$/, ([, schema], session) => void session.settings.set('SCHEMA', schema!)],
      [/^ALTER SYSTEM CANCEL SESSION '(\d+)'$/, ([, id]) => {
        for (const other of database().sessions) if (String(other.id) === id) other.stop.abort();
        return undefined;
      }],
      [/^(COMMIT|ROLLBACK)$/i, (_m, session) => void database().rollback(session)],
      [/^(INSERT|UPDATE|DELETE|UPSERT|REPLACE|MERGE|TRUNCATE|CREATE|ALTER|DROP|GRANT|REVOKE|LOCK|CALL|DO|IMPORT|EXPORT|COMMENT|RENAME)\b/i, write],
      [/\bFOR UPDATE\b/, (_m, session) => { throw new FakeServerError(session.readOnly ? READ_ONLY : 258); }],
      [/no_such_column/, (match) => { throw new FakeServerError(260, (match.index ?? 0) + 1); }],
      [/WHERE 1 = 0$/, () => table([integer('n'), text('label')], [])],
      [/AS "label" FROM SERIES_GENERATE_INTEGER\(1, 0, (\d+)\)$/, ([, n]) => ({ columns: [integer('n'), text('label')], rows: counted(Number(n), (i) => [String(i), `row ${i}`]) })],
      [/RPAD\('x', (\d+), 'x'\) AS "filler" FROM SERIES_GENERATE_INTEGER\(1, 0, (\d+)\)$/, ([, size, n]) => ({ columns: [text('filler')], rows: counted(Number(n), () => ['x'.repeat(Number(size))]) })],
      [/lab_clob\((\d+)\)/, ([, size]) => table([{ name: 'filler', type: 'NCLOB' }], [['x'.repeat(Number(size))]])],
      [/lab_sleep\((\d+)\)/, async ([, seconds], session) => {
        await database().sleep(session, Number(seconds));
        return table([text('slept')], [['']]);
      }],
      [/10 \/ \(5000 - GENERATED_PERIOD_START\)/, () => ({ columns: [integer('n')], rows: counted(10_000, (i) => { if (i === 5_000) throw new FakeServerError(304); return [String(Math.trunc(10 / (5_000 - i)))]; }) })],
      [/^SELECT CURRENT_USER, CURRENT_SCHEMA, CURRENT_CONNECTION/, (_m, session) => table(['USER', 'SCHEMA', 'CONNECTION', 'LOCALE'].map(text), [[session.account, session.settings.get('SCHEMA') ?? session.account, String(session.id), 'en_US']])],
      [/^SELECT DATABASE_NAME FROM SYS\.M_DATABASE$/, () => table([text('DATABASE_NAME')], [['LAB']])],
      [/^SELECT VERSION FROM SYS\.M_DATABASE$/, () => table([text('VERSION')], [['2.00.061.00.1644229038']])],
      [/^SELECT CURRENT_USER FROM DUMMY$/, (_m, session) => table([text('USER')], [[session.account]])],
      [/^SELECT N'([^']+)', LENGTH/, ([, korean]) => table([text('ECHO'), integer('LENGTH')], [[korean!, String(korean!.length)]])],
      [/^SELECT 1 FROM DUMMY$/, () => table([integer('1')], [['1']])],
      // A view of the catalogue that a test says nothing about is empty.
      [/FROM SYS\.\w+/, () => table([text('EMPTY')], [])],
    ],
  };
}
