import type { Finding } from '@countersign/contracts';
import type { LexedText } from '../lex/lexer-gate.js';
import { VETO_CAPS } from '../limits.js';
import { parsers } from '../read/parsers.js';
import { refuse } from '../refusal.js';
import { readAs, type Facts } from './facts.js';

type Json = Record<string, unknown>;

interface Seen {
  tables: Set<string>;
  columns: Set<string>;
  functions: Set<string>;
  strings: Set<string>;
}

/**
 * node-sql-parser as a further reader: what it sees must be ours. It knows less SQL than the others, so its failure to
 * read is only recorded; and it is exponential in nesting, so deep or long text is not given to it.
 */
export function vetoReader(sql: string, lexed: LexedText, ours: Facts): Finding[] {
  if (sql.length > VETO_CAPS.bytes || lexed.tokens.length > VETO_CAPS.tokens || lexed.depth > VETO_CAPS.depth) return [note('too long or deep for the vetoing reader')];
  // It decodes backslashes that are plain characters to the engine, so its strings can't be compared.
  if (ours.literals.some((l) => l.includes('\\'))) return [note('the vetoing reader takes backslashes as escapes')];
  let root: unknown;
  try {
    root = parsers().vetoReader(sql);
  } catch {
    return [note('the vetoing reader can\'t read the printed text')];
  }
  const statements = Array.isArray(root) ? root : [root];
  if (statements.length !== 1 || (statements[0] as Json)['type'] !== 'select') refuse('read-back-mismatch', 'the vetoing reader does not see one SELECT');
  const seen: Seen = { tables: new Set(), columns: new Set(), functions: new Set(), strings: new Set() };
  visit(statements[0], seen);
  compare(seen, ours);
  return [];
}

function compare(seen: Seen, ours: Facts): void {
  const tables = new Set(ours.tables);
  const columns = new Set(ours.columns.map((c) => c.slice(c.lastIndexOf('.') + 1)));
  const columnNames = new Set([...columns, ...ours.columns]);
  const strings = new Set(ours.literals.filter((l) => l.startsWith('s:')).map((l) => l.slice(2)));
  const strange = (what: string, theirs: Set<string>, known: (x: string) => boolean): void => {
    for (const x of theirs) if (!known(x)) refuse('read-back-mismatch', `the vetoing reader sees the ${what} ${x.slice(0, 60)}`);
  };
  strange('table', seen.tables, (t) => tables.has(t));
  for (const table of tables) if (!seen.tables.has(table)) refuse('read-back-mismatch', `the vetoing reader does not see the table ${table}`);
  strange('column', seen.columns, (c) => columnNames.has(c));
  strange('function', seen.functions, (f) => ours.functions.includes(readAs(f)) || KEYWORDS.has(f));
  strange('string', seen.strings, (s) => strings.has(s));
}

/** Grammar that this reader takes for functions when a bracket follows. */
const KEYWORDS = new Set(['not', 'exists', 'in', 'any', 'all', 'row', 'rollup', 'cube', 'interval', 'values', 'array']);

const STRING_TYPES = new Set(['single_quote_string', 'string', 'date', 'time', 'timestamp', 'datetime']);

function visit(node: unknown, seen: Seen): void {
  if (Array.isArray(node)) return node.forEach((item) => visit(item, seen));
  if (typeof node !== 'object' || node === null) return;
  const json = node as Json;
  const type = json['type'];
  if (type === 'column_ref') addColumn(json, seen);
  else if (type === 'function' || type === 'aggr_func') seen.functions.add(functionName(json['name']).toLowerCase());
  else if (typeof type === 'string' && STRING_TYPES.has(type) && typeof json['value'] === 'string') seen.strings.add(json['value'].replaceAll("''", "'"));
  else if (type === undefined && 'db' in json) addTable(json, seen);
  for (const key in json) {
    const value = json[key];
    if (key === 'into' && (value as Json | null)?.['position']) refuse('read-back-mismatch', 'the vetoing reader sees INTO');
    if (typeof value === 'object') visit(value, seen);
  }
}

function addColumn(ref: Json, seen: Seen): void {
  const column = ref['column'] as string | { expr?: { value?: unknown } } | undefined;
  const name = typeof column === 'string' ? column : String(column?.expr?.value);
  if (name !== '*') seen.columns.add(name);
}

function addTable(item: Json, seen: Seen): void {
  if (typeof item['table'] !== 'string') return;
  const parts = [item['db'], item['schema'], item['table']].filter((part) => typeof part === 'string' && part !== '');
  seen.tables.add(parts.join('.'));
}

function functionName(name: unknown): string {
  if (typeof name === 'string') return name;
  const parts = (name as { name?: { value?: unknown }[] } | undefined)?.name ?? [];
  return parts.map((p) => String(p.value)).join('.');
}

const note = (message: string): Finding => ({ rule: 'veto-reader', severity: 'info', message });
