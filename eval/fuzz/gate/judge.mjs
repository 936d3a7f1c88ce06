// What may be said of an accepted statement by readers that share no code with the gate's printer, and of its time.
import { loadModule, parseSync } from 'libpg-query';
import { init, Parser } from '@guanmingchiu/sqlparser-ts';
import { FUNCTIONS, gate, loadParsers, loadParsersFor } from '@countersign/sql';
import { FILTER_NUMBER } from './seeds.mjs';

const SECOND_READER = { mysql: 'mysql', mariadb: 'mysql', tsql: 'mssql', oracle: 'oracle', oracle11: 'oracle', hana: 'generic' };
export const LATE_MS = 250;

/** The grammars that say what a printed text is. */
export const readers = { postgres: parseSync, second: (sql, dialect) => Parser.parse(sql, dialect) };

export async function loadReaders(dialect) {
  await Promise.all([loadParsers(), loadParsersFor(dialect), loadModule(), init()]);
}

/**
 * What is wrong with the gate's answer on this input, in words (`fault`, undefined when nothing is), and the gate's processor
 * time for it. One that was late is measured again, and the least counts: compiling and collecting garbage are not about this input;
 * the vetoing reader's answer is kept by then, and its time is bounded by what it is given (VETO_CAPS) and nothing else.
 * A printed text that is not new has been judged.
 */
export function judge(input, isNew = () => true) {
  let report;
  let ms;
  const run = () => (report = gate(input));
  try {
    ms = timed(run);
    for (let n = 0; ms > LATE_MS && n < 3; n++) ms = Math.min(ms, used(run));
  } catch (error) {
    return { ms, fault: `throws ${error.name}: ${error.message}` };
  }
  if (ms > LATE_MS) return { report, ms, fault: 'late' };
  if (report.verdict === 'reject') return { report, ms, ...(/^[a-z][a-z-]+$/.test(report.rule) ? {} : { fault: 'no rule' }) };
  if (!isNew([input.dialect, Boolean(input.scope), Boolean(input.rowFilters), report.sql].join())) return { report, ms };
  return { report, ms, fault: strange(report.sql, input) ?? notFixed(report.sql, input) };
}

/** Time by the clock, which is never less than the processor time that counts. Asking for that takes as long as a short statement. */
function timed(work) {
  const before = performance.now();
  work();
  return performance.now() - before;
}

/** Processor time: on a busy machine the clock says more about the others. */
function used(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function notFixed(printed, { dialect, scope }) {
  const again = gate({ sql: printed, from: dialect, dialect, maxSubqueryDepth: 12, ...(scope ? { scope } : {}) });
  // Added names and brackets may make a text longer and deeper than what may be sent.
  if (again.rule === 'oversize') return undefined;
  if (again.verdict === 'reject') return `its own text is rejected: ${again.rule} ${again.message}`;
  return again.sql === printed ? undefined : `not a fixed point: ${again.sql}`;
}

function strange(printed, { dialect, scope, rowFilters }) {
  const seen = dialect === 'postgres' ? seenByPostgres(printed) : seenBySecondReader(printed, SECOND_READER[dialect]);
  if (seen.fault || !scope) return seen.fault;
  // What the text itself calls so is something else.
  const { names, tables, made } = seen;
  if (names.has('email') && !made.has('email')) return 'names a denied column';
  if (tables.includes('secrets') && !made.has('secrets')) return 'names a table outside the scope';
  if (!rowFilters || made.has('orders')) return undefined;
  const read = tables.filter((name) => name === 'orders').length;
  const filters = printed.split(FILTER_NUMBER).length - 1;
  return filters >= read ? undefined : `reads orders ${read} times and filters it ${filters} times`;
}

const WRITES = /^(?:Insert|Update|Delete|Merge|Copy|Drop|Create|Alter|Truncate|Call|Do|Lock|Explain|Execute|Prepare|VariableSet|Transaction)/;

function seenByPostgres(printed) {
  let statements;
  try {
    statements = readers.postgres(printed).stmts ?? [];
  } catch (error) {
    return { fault: `can't be read: ${error.message}` };
  }
  const kinds = statements.map((s) => Object.keys(s.stmt)[0]);
  if (kinds.join() !== 'SelectStmt') return { fault: `is ${kinds.join(' and ') || 'nothing'}` };
  const names = new Set();
  const tables = [];
  const made = new Set();
  const fault = look(statements[0].stmt, (key, value) => {
    if (key === 'intoClause' || key === 'lockingClause' || WRITES.test(key)) return `holds ${key}`;
    if (key === 'RangeVar') {
      tables.push(value.relname.toLowerCase());
      if (/^pg_/.test(value.relname) || /^(?:pg_|information_schema$)/.test(value.schemaname ?? '')) return `reads ${value.relname}`;
    }
    for (const name of [value.name, value.aliasname, value.ctename, ...(value.colnames ?? value.aliascolnames ?? []).map((n) => n.String?.sval)]) if (typeof name === 'string') made.add(name.toLowerCase());
    if (key === 'ColumnRef') names.add(value.fields.at(-1).String?.sval);
    if (key === 'FuncCall') {
      const parts = value.funcname.map((n) => n.String.sval);
      const name = parts.at(-1);
      if (parts.length > 2 || (parts.length === 2 && parts[0] !== 'pg_catalog') || !(FUNCTIONS.has(name) || GRAMMAR.has(name))) return `calls ${parts.join('.')}`;
    }
    return undefined;
  });
  const { limitCount } = statements[0].stmt.SelectStmt;
  if (!fault && !(limitCount?.A_Const?.ival !== undefined && (limitCount.A_Const.ival.ival ?? 0) <= 1000)) return { fault: 'has no limit' };
  return { fault, names, tables, made };
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
  const tables = [];
  const made = new Set();
  const fault = look(statements[0].Query, (key, value) => {
    if ((key === 'into' && value) || (key === 'locks' && value?.length) || /^(?:Insert|Update|Delete|Merge)$/.test(key)) return `holds ${key}`;
    if (key === 'Table' && Array.isArray(value?.name)) tables.push(String((value.name.at(-1).Identifier ?? value.name.at(-1)).value).toLowerCase());
    if (key === 'alias') look({ alias: value }, (k, v) => void (k === 'value' && made.add(String(v).toLowerCase())));
    if (key === 'Identifier' || key === 'CompoundIdentifier') names.add(String([value].flat().at(-1).value).toLowerCase());
    return undefined;
  });
  return { fault, names, tables, made };
}

const STRINGS = /'(?:[^']|'')*'/g;
const QUOTED = /"((?:[^"]|"")*)"|\[((?:[^\]]|\]\])*)\]|`((?:[^`]|``)*)`/g;
const READ = /(?:\bFROM |\bJOIN |, )["[`](\w+)["\]`](?!\.)/g;
// Oracle and HANA name a table without AS.
const MADE = /(?:\bAS |[)"\]`] )["[`](\w+)["\]`]|["[`](\w+)["\]`] (?:\([^()]*\) )?AS \(/g;
const CHANGES = /\b(?:insert|update|delete|merge|into|drop|create|alter|truncate|grant|exec|execute|call|lock|begin|commit|set)\b/;

/** Engines have clauses this reader has no words for (FOR XML, IS JSON, LIKE_REGEXPR): then the bare words must be those of one read. */
function seenByWords(printed) {
  const names = new Set();
  const words = printed.replace(STRINGS, ' ').replace(QUOTED, (_, ...parts) => (names.add(parts.slice(0, 3).find((p) => p !== undefined).toLowerCase()), ' ')).toLowerCase();
  for (const [word] of words.matchAll(/[\p{L}_][\p{L}\p{N}_$#]*/gu)) names.add(word);
  // LISTAGG cuts its own value off with this word.
  const found = /;|--|\/\*|\\|['"`]/.exec(words)?.[0] ?? CHANGES.exec(words.replaceAll('on overflow truncate', ''))?.[0];
  if (found) return { fault: `can't be read, and holds ${found}` };
  return {
    fault: /^[\s(]*(?:select|with)\b/.test(words) ? undefined : `can't be read, and begins otherwise`,
    names,
    tables: [...printed.matchAll(READ)].map(([, name]) => name.toLowerCase()),
    made: new Set([...printed.matchAll(MADE)].map(([, after, before]) => (after ?? before).toLowerCase())),
  };
}

/** MySQL's grammar there lacks clauses that its general one has. */
function parsed(text, dialect) {
  try {
    return readers.second(text, dialect);
  } catch (error) {
    if (dialect !== 'mysql') throw error;
    return readers.second(text, 'generic');
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
