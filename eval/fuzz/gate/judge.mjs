// What may be said of an accepted statement by readers that share no code with the gate's printer, and of its time.
import { loadModule, parseSync } from 'libpg-query';
import { init, Parser } from '@guanmingchiu/sqlparser-ts';
import sql from '@countersign/sql';

const SECOND_READER = { mysql: 'mysql', mariadb: 'mysql', tsql: 'mssql', oracle: 'oracle', oracle11: 'oracle', hana: 'generic' };
const LATE_MS = 250;

export async function loadReaders(dialect) {
  await Promise.all([sql.loadParsers(), sql.loadParsersFor(dialect), loadModule(), init()]);
}

/**
 * What is wrong with the gate's answer on this input, in words; undefined when nothing is. A late one is measured again:
 * the vetoing reader's answer is kept by then, and its time is bounded by what it is given (VETO_CAPS) and nothing else.
 */
export function judge(input) {
  let report;
  const run = () => (report = sql.gate(input));
  try {
    if (elapsed(run) > LATE_MS && Math.min(used(run), used(run), used(run)) > LATE_MS) return { fault: 'late', report };
  } catch (error) {
    return { fault: `throws ${error.name}: ${error.message}` };
  }
  if (report.verdict === 'reject') return { report, ...(/^[a-z][a-z-]+$/.test(report.rule) ? {} : { fault: 'no rule' }) };
  return { report, fault: strange(report.sql, input) ?? notFixed(report.sql, input) };
}

function elapsed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Processor time: on a busy machine the clock says more about the others. */
function used(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function notFixed(printed, { dialect, scope }) {
  const again = sql.gate({ sql: printed, from: dialect, dialect, maxSubqueryDepth: 12, ...(scope ? { scope } : {}) });
  // Added names and brackets may make a text longer and deeper than what may be sent.
  if (again.rule === 'oversize') return undefined;
  if (again.verdict === 'reject') return `its own text is rejected: ${again.rule} ${again.message}`;
  return again.sql === printed ? undefined : `not a fixed point: ${again.sql}`;
}

function strange(printed, { dialect, scope }) {
  const seen = dialect === 'postgres' ? seenByPostgres(printed) : seenBySecondReader(printed, SECOND_READER[dialect]);
  if (seen.fault) return seen.fault;
  if (!scope) return undefined;
  if (seen.names.has('email')) return 'names a denied column';
  return seen.tables.has('secrets') ? 'names a table outside the scope' : undefined;
}

const WRITES = /^(?:Insert|Update|Delete|Merge|Copy|Drop|Create|Alter|Truncate|Call|Do|Lock|Explain|Execute|Prepare|VariableSet|Transaction)/;

function seenByPostgres(printed) {
  let statements;
  try {
    statements = parseSync(printed).stmts ?? [];
  } catch (error) {
    return { fault: `can't be read: ${error.message}` };
  }
  const kinds = statements.map((s) => Object.keys(s.stmt)[0]);
  if (kinds.join() !== 'SelectStmt') return { fault: `is ${kinds.join(' and ') || 'nothing'}` };
  const names = new Set();
  const tables = new Set();
  const fault = look(statements[0].stmt, (key, value) => {
    if (key === 'intoClause' || key === 'lockingClause' || WRITES.test(key)) return `holds ${key}`;
    if (key === 'RangeVar') {
      tables.add(value.relname);
      if (/^pg_/.test(value.relname) || /^(?:pg_|information_schema$)/.test(value.schemaname ?? '')) return `reads ${value.relname}`;
    }
    if (key === 'ColumnRef') names.add(value.fields.at(-1).String?.sval);
    if (key === 'FuncCall') {
      const parts = value.funcname.map((n) => n.String.sval);
      const name = parts.at(-1);
      if (parts.length > 2 || (parts.length === 2 && parts[0] !== 'pg_catalog') || !(sql.FUNCTIONS.has(name) || GRAMMAR.has(name))) return `calls ${parts.join('.')}`;
    }
    return undefined;
  });
  const { limitCount } = statements[0].stmt.SelectStmt;
  if (!fault && !(limitCount?.A_Const?.ival !== undefined && (limitCount.A_Const.ival.ival ?? 0) <= 1000)) return { fault: 'has no limit' };
  return { fault, names, tables };
}

/** Calls that PostgreSQL's grammar makes of words. */
const GRAMMAR = new Set(['like_escape', 'similar_to_escape', 'timezone', 'overlaps', 'position', 'overlay', 'extract']);

function seenBySecondReader(printed, dialect) {
  let statements;
  try {
    statements = parsed(printed, dialect);
  } catch {
    return seenByWords(printed);
  }
  if (statements.length !== 1 || !statements[0].Query) return { fault: `is ${statements.map((s) => Object.keys(s)[0]).join(' and ') || 'nothing'}` };
  const names = new Set();
  const tables = new Set();
  const fault = look(statements[0].Query, (key, value) => {
    if ((key === 'into' && value) || (key === 'locks' && value?.length) || /^(?:Insert|Update|Delete|Merge)$/.test(key)) return `holds ${key}`;
    if (key === 'Table' && Array.isArray(value?.name)) tables.add(String((value.name.at(-1).Identifier ?? value.name.at(-1)).value).toLowerCase());
    if (key === 'Identifier' || key === 'CompoundIdentifier') names.add(String([value].flat().at(-1).value).toLowerCase());
    return undefined;
  });
  return { fault, names, tables };
}

const STRINGS = /'(?:[^']|'')*'/g;
const QUOTED = /"((?:[^"]|"")*)"|\[((?:[^\]]|\]\])*)\]|`((?:[^`]|``)*)`/g;
const CHANGES = /\b(?:insert|update|delete|merge|into|drop|create|alter|truncate|grant|exec|execute|call|lock|begin|commit|set)\b/;

/** Engines have clauses this reader has no words for (FOR XML, IS JSON, LIKE_REGEXPR): then the bare words must be those of one read. */
function seenByWords(printed) {
  const names = new Set();
  const words = printed.replace(STRINGS, ' ').replace(QUOTED, (_, ...parts) => (names.add(parts.slice(0, 3).find((p) => p !== undefined).toLowerCase()), ' ')).toLowerCase();
  for (const [word] of words.matchAll(/[\p{L}_][\p{L}\p{N}_$#]*/gu)) names.add(word);
  // LISTAGG cuts its own value off with this word.
  const found = /;|--|\/\*|\\|['"`]/.exec(words)?.[0] ?? CHANGES.exec(words.replaceAll('on overflow truncate', ''))?.[0];
  if (found) return { fault: `can't be read, and holds ${found}` };
  return { fault: /^\s*[(]*\s*(?:select|with)\b/.test(words) ? undefined : `can't be read, and begins otherwise`, names, tables: names };
}

/** MySQL's grammar there lacks clauses that its general one has. */
function parsed(text, dialect) {
  try {
    return Parser.parse(text, dialect);
  } catch (error) {
    if (dialect !== 'mysql') throw error;
    return Parser.parse(text, 'generic');
  }
}

/** The first thing that `find` says of any member of the tree. */
function look(tree, find) {
  if (typeof tree !== 'object' || tree === null) return undefined;
  for (const [key, value] of Object.entries(tree)) {
    const found = (Array.isArray(tree) ? undefined : value !== undefined && value !== null ? find(key, value) : undefined) ?? look(value, find);
    if (found !== undefined) return found;
  }
  return undefined;
}
