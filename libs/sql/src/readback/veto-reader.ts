import type { Dialect, Finding, Query } from '@countersign/contracts';
import type { LexedText } from '../lex/lexer-gate.js';
import { VETO_CAPS } from '../limits.js';
import { parsers, VETO_DATABASES } from '../read/parsers.js';
import { refuse } from '../refusal.js';
import { readAs } from './called-as.js';
import { factsOfTree, type Facts } from './facts.js';
import { shapeOf, type Shape } from './shape.js';

type Json = Record<string, unknown>;

interface Seen {
  tables: Set<string>;
  columns: Set<string>;
  functions: Set<string>;
  strings: Set<string>;
  into: boolean;
}

/** What the reader says of a shape: nothing against it, a reason not to have been asked or understood, or a veto. */
type Answer = { kind: 'agrees' } | { kind: 'unheard' | 'veto'; message: string };

const ANSWERS_KEPT = 2_000;
const answers = new Map<string, Answer>();

/**
 * node-sql-parser as a further reader: what it sees must be ours. It knows less SQL than the others, so its failure to
 * read is only recorded; and it is exponential in nesting, so deep or long text is not given to it.
 *
 * It is slower than everything else together, so it is asked about the text's shape, and its answers are kept: each
 * shape is put to it once, and what it said holds for all texts of that shape (see DECISIONS).
 */
export function vetoReader(sql: string, lexed: LexedText, query: Query, dialect: Dialect): Finding[] {
  if (!VETO_DATABASES[dialect]) return [];
  if (sql.length > VETO_CAPS.bytes || lexed.tokens.length > VETO_CAPS.tokens || lexed.depth > VETO_CAPS.depth) return [note('too long or deep for the vetoing reader')];
  const shape = shapeOf(sql, lexed);
  const key = `${dialect}: ${shape.text}`;
  const answer = answers.get(key) ?? keep(key, ask(shape, query, dialect));
  if (answer.kind === 'veto') refuse('read-back-mismatch', answer.message);
  return answer.kind === 'agrees' ? [] : [note(answer.message)];
}

function keep(key: string, answer: Answer): Answer {
  if (answers.size >= ANSWERS_KEPT) for (const oldest of answers.keys()) { answers.delete(oldest); break; }
  answers.set(key, answer);
  return answer;
}

function ask(shape: Shape, query: Query, dialect: Dialect): Answer {
  const ours = factsOfTree(query, dialect, shape);
  // It decodes backslashes that are plain characters to the engine, so its strings can't be compared.
  if (ours.literals.some((l) => l.includes('\\'))) return { kind: 'unheard', message: 'the vetoing reader takes backslashes as escapes' };
  let root: unknown;
  try {
    root = parsers().vetoReader(shape.text, VETO_DATABASES[dialect]);
  } catch {
    return { kind: 'unheard', message: 'the vetoing reader can\'t read the printed text' };
  }
  const statements = Array.isArray(root) ? root : [root];
  // What it can't read as SQL it tries as a script, with WITH or SELECT for the name of a variable.
  if (isAssignment(statements[0])) return { kind: 'unheard', message: 'the vetoing reader can\'t read the printed text' };
  if (statements.length !== 1 || (statements[0] as Json)['type'] !== 'select') return { kind: 'veto', message: 'the vetoing reader does not see one SELECT' };
  const seen: Seen = { tables: new Set(), columns: new Set(), functions: new Set(), strings: new Set(), into: false };
  visit(statements[0], seen);
  const difference = seen.into ? 'INTO' : differenceFrom(ours, seen);
  return difference === undefined ? { kind: 'agrees' } : { kind: 'veto', message: `the vetoing reader sees ${difference}` };
}

function differenceFrom(ours: Facts, seen: Seen): string | undefined {
  const tables = new Set(ours.tables);
  const columns = new Set([...ours.columns, ...ours.columns.map((c) => c.slice(c.lastIndexOf('.') + 1))]);
  const literals = new Set(ours.literals);
  const functions = new Set(ours.functions.map((f) => readAs(f.replace('pg_catalog.', ''))));
  const strange = (theirs: Set<string>, known: (x: string) => boolean): boolean => [...theirs].some((x) => !known(x));
  if (strange(seen.tables, (t) => tables.has(t)) || strange(tables, (t) => seen.tables.has(t))) return 'other tables';
  const isNumber = (c: string): boolean => literals.has(`n:${c}`) || (/^\d+e$/i.test(c) && ours.literals.some((l) => l.startsWith(`n:${c}-`) || l.startsWith(`n:${c}+`)));
  // It takes functions without brackets (LOCALTIME), the UNKNOWN of IS UNKNOWN and a number like 1e3, or the 1e of 1e-3, for columns.
  if (strange(seen.columns, (c) => columns.has(c) || c === 'UNKNOWN' || isNumber(c) || functions.has(c.toLowerCase()) || (converts(ours) && TYPES.has(c.toLowerCase())))) return 'other columns';
  if (strange(seen.functions, (f) => functions.has(readAs(f)) || KEYWORDS.has(f) || (converts(ours) && TYPES.has(f)))) return 'other functions';
  return strange(seen.strings, (s) => literals.has(`s:${s}`)) ? 'other strings' : undefined;
}

/** In CONVERT(type, value) it takes the type for a function or a column. */
const TYPES = new Set(['varchar', 'nvarchar', 'char', 'nchar', 'decimal', 'numeric', 'float', 'date', 'time', 'datetime', 'datetime2', 'int', 'bigint', 'bit', 'money', 'varbinary', 'binary', 'real', 'smallint', 'tinyint', 'smalldatetime', 'datetimeoffset', 'uniqueidentifier', 'max']);

const converts = (facts: Facts): boolean => facts.functions.includes('convert') || facts.functions.includes('try_convert');

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
    if (key === 'into' && (value as Json | null)?.['position']) seen.into = true;
    // It takes the element's name in FOR XML PATH ('x') for a column.
    if (key === 'for' && /^for (?:xml|json)$/.test(String((value as Json | null)?.['type']))) continue;
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

function isAssignment(statement: unknown): boolean {
  const stmt = (statement as { stmt?: { type?: string; left?: { name?: unknown } } } | undefined)?.stmt;
  return stmt?.type === 'assign' && (stmt.left?.name === 'WITH' || stmt.left?.name === 'SELECT');
}
