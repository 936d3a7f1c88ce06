import type { RowsAsDocument } from '@countersign/contracts';
import type { DialectRules } from '../dialects/dialect.js';
import { POSTGRES_SYNTAX } from '../dialects/syntax.js';
import { BrokenParser } from '../read/broken-parser.js';
import { parsers } from '../read/parsers.js';
import { attempt, refuse } from '../refusal.js';
import { readAs } from './called-as.js';
import { documentFact, emptyFacts, settled, type Facts } from './facts.js';

type Json = Record<string, unknown>;

/** Clauses our printer never writes: when the reader found one, it read something else. */
const NEVER = new Set([
  'into', 'locks', 'settings', 'format_clause', 'pipe_operators', 'sample', 'version', 'with_hints', 'index_hints', 'optimizer_hints',
  'qualify', 'lateral_views', 'prewhere', 'connect_by', 'partitions', 'with_ties', 'percent', 'cluster_by', 'distribute_by', 'sort_by', 'value_table_mode', 'exclude',
  'Insert', 'Update', 'Delete', 'Merge', 'Command', 'Placeholder', 'Raw',
]);
/** Expressions with a grammar of their own in that reader. */
const FUNCTION_NODES: Readonly<Record<string, string>> = { Extract: 'extract', Position: 'position', Overlay: 'overlay', Substring: 'substring', Trim: 'trim', Floor: 'floor', Ceil: 'ceil', UNNEST: 'unnest', Interval: 'interval', RLike: 'regexp' };
/** Operators that the tree has as calls. */
const OPERATORS: Readonly<Record<string, string>> = { Overlaps: 'overlaps', MyIntegerDivide: 'div', Xor: 'xor', Spaceship: 'null_safe_equal', BitwiseXor: 'bitwise_xor' };
const OTHER_STRINGS = /^(?:DoubleQuoted|TripleSingleQuoted|TripleDoubleQuoted|Escaped|Unicode|National|Hex|DollarQuoted|SingleQuotedByte|QuoteDelimited)/;

/** A tree has few names of members, each many times: looked at once. */
const otherStrings = new Map<string, boolean>();
function isOtherString(key: string): boolean {
  let found = otherStrings.get(key);
  if (found === undefined) otherStrings.set(key, (found = OTHER_STRINGS.test(key)));
  return found;
}

/** The facts as sqlparser-rs sees them. Refuses when it can't read the text or sees anything but one plain query. */
export function factsOfSecondReader(sql: string, rules: DialectRules): Facts {
  const statements = parsed(sql, rules);
  const query = statements.length === 1 ? (statements[0] as Json)['Query'] : undefined;
  if (!query) return refuse('read-back-mismatch', 'the second reader does not see one query');
  const facts = emptyFacts();
  visit(query, facts);
  facts.limit = limitOf(query as Json, rules);
  return settled(facts);
}

function parsed(sql: string, rules: DialectRules): unknown[] {
  const also = rules.readBackAlsoAs;
  if (also) {
    const own = attempt(() => parsedAs(sql, rules.readBackAs));
    return own.ok ? own.value : parsedAs(sql, also);
  }
  return parsedAs(sql, rules.readBackAs);
}

function parsedAs(sql: string, dialect: string): unknown[] {
  try {
    return parsers().secondReader(sql, dialect);
  } catch (error) {
    const message = String((error as Error).message);
    // The wasm instance traps on exhausted stack and is unusable from then on: that is not about this text alone.
    if (!message.startsWith('sql parser error')) throw new BrokenParser(`the second reader broke: ${message}`);
    return refuse('read-back-mismatch', `the second reader can't read the printed text: ${message.slice(0, 120)}`);
  }
}

function visit(node: unknown, facts: Facts): void {
  if (Array.isArray(node)) return node.forEach((item) => visit(item, facts));
  if (node === 'Wildcard') facts.stars++;
  if (typeof node !== 'object' || node === null) return;
  for (const key in node) visitMember(key, (node as Json)[key], facts);
}

function visitMember(key: string, value: unknown, facts: Facts): void {
  if (value === null || value === undefined || value === false) return;
  if (NEVER.has(key) && !(Array.isArray(value) && value.length === 0)) refuse('read-back-mismatch', `the second reader sees ${key}`);
  switch (key) {
    case 'span': case 'select_token': case 'data_type': case 'alias': case 'opening_token': case 'closing_token': case 'wildcard_token': return;
    case 'Identifier': return void facts.columns.push(nameOf(value));
    case 'CompoundIdentifier': return void facts.columns.push((value as unknown[]).map(nameOf).join('.'));
    case 'Wildcard': case 'QualifiedWildcard': return void facts.stars++;
    case 'SingleQuotedString': return void facts.literals.push(`s:${String(value)}`);
    case 'Number': return void facts.literals.push(`n:${String((value as unknown[])[0])}`);
    case 'HexStringLiteral':
      facts.functions.push('hex_literal');
      return void facts.literals.push(`s:${String(value)}`);
    case 'Function': return visitFunction(value as Json, facts);
    case 'Table': return visitTable(value as Json, facts);
    case 'NationalStringLiteral': return void facts.literals.push(`s:${String(value)}`);
    case 'Collate': return visitCollate(value as Json, facts);
    case 'Convert': return visitConvert(value as Json, facts);
    case 'JsonTable': case 'OpenJsonTable': return visitTableColumns(key, value as Json, facts);
    case 'for_clause': return void facts.functions.push(documentOf(value as Json));
    case 'Select':
      facts.selects++;
      break;
    default:
      if (isOtherString(key)) facts.literals.push(`other:${JSON.stringify(value)}`);
      if (FUNCTION_NODES[key]) facts.functions.push(FUNCTION_NODES[key]);
  }
  if (key === 'kind' && value === 'TryCast') facts.functions.push('try_cast');
  if (key === 'op' && typeof value === 'string' && OPERATORS[value]) facts.functions.push(OPERATORS[value]);
  visit(value, facts);
}

function visitFunction(call: Json, facts: Facts): void {
  const { name, ...rest } = call;
  const called = objectName(name).toLowerCase();
  // ROLLUP and CUBE are grammar; this reader takes them for functions in some dialects.
  if (called !== 'rollup' && called !== 'cube') facts.functions.push(readAs(called));
  if (rest['null_treatment'] === 'IgnoreNulls') facts.functions.push('ignore nulls');
  visit(rest, facts);
}

/** FOR XML and FOR JSON; FOR BROWSE is neither, and nothing of ours. */
function documentOf(clause: Json): string {
  const language = 'Xml' in clause ? 'xml' : 'Json' in clause ? 'json' : refuse('read-back-mismatch', 'the second reader sees for_clause');
  const { for_xml: xml, for_json: json, root, ...flags } = clause[language === 'xml' ? 'Xml' : 'Json'] as Json;
  const mode = xml ?? json;
  const [name, element] = typeof mode === 'string' ? [mode] : Object.entries(mode as Json)[0] ?? ['raw'];
  const options = Object.entries(flags).filter(([, set]) => set === true).map(([flag]) => (flag === 'binary_base64' ? 'binary base64' : flag));
  return documentFact({ language, mode: name.toLowerCase() as RowsAsDocument['mode'], ...(typeof element === 'string' ? { element } : {}), ...(typeof root === 'string' ? { root } : {}), options: options as RowsAsDocument['options'] });
}

/** The types of its columns are no columns. */
function visitTableColumns(key: string, { json_expr: document, json_path: path, columns }: Json, facts: Facts): void {
  facts.functions.push(key === 'JsonTable' ? 'json_table' : 'openjson');
  visit([document, path], facts);
  visitColumnsMade(columns as Json[], facts);
}

function visitColumnsMade(columns: readonly Json[], facts: Facts): void {
  for (const column of columns) {
    const named = (column['Named'] ?? column['Nested'] ?? column) as Json;
    if (column['Nested']) visitColumnsMade(named['columns'] as Json[], facts);
    if (typeof named['path'] === 'string') facts.literals.push(`s:${named['path']}`);
    else visit(named['path'], facts);
  }
}

const BY_CODE_POINT: Readonly<Record<string, string>> = { utf8mb4_0900_bin: 'by_code_point', utf8mb4_nopad_bin: 'by_code_point', utf8mb4_bin: 'by_code_point_padded' };

/** COLLATE is a function of the tree; the collation is a part of its name here. */
function visitCollate({ expr, collation }: Json, facts: Facts): void {
  const name = objectName(collation);
  facts.functions.push(BY_CODE_POINT[name] ?? `collate ${name}`);
  visit(expr, facts);
}

/** CONVERT(type, value, style). */
function visitConvert({ expr, styles, is_try: tried }: Json, facts: Facts): void {
  facts.functions.push(tried ? 'try_convert' : 'convert');
  visit([expr, styles], facts);
}

function visitTable(table: Json, facts: Facts): void {
  const { name, args, ...rest } = table;
  if (args) facts.functions.push(readAs(objectName(name)));
  else facts.tables.push(objectName(name));
  visit({ args, ...rest }, facts);
}

function objectName(name: unknown): string {
  return (name as Json[]).map((part) => nameOf(part['Identifier'])).join('.');
}

const nameOf = (identifier: unknown): string => String((identifier as Json | undefined)?.['value']);

type Amount = { Value?: { value?: { Number?: [string] } } } | undefined;

/** The limit of the outermost query, in any of its forms. */
function limitOf(query: Json, rules: DialectRules): number | null {
  const form = (rules.syntax ?? POSTGRES_SYNTAX).limit;
  const clause = query['limit_clause'] as { LimitOffset?: { limit?: Amount } } | null | undefined;
  const fetch = query['fetch'] as { quantity?: Amount } | null | undefined;
  const top = ((query['body'] as Json)['Select'] as { top?: { quantity?: { Expr?: Amount } } } | undefined)?.top;
  const found = [clause?.LimitOffset?.limit, fetch?.quantity, top?.quantity?.Expr].filter(Boolean);
  if (found.length > 1 || (fetch && form !== 'fetch' && form !== 'top') || (top && form !== 'top')) refuse('read-back-mismatch', 'the second reader sees another kind of limit');
  const text = found[0]?.Value?.value?.Number?.[0];
  return text === undefined ? null : Number(text);
}
