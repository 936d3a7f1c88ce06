import type { CallExpr, ColumnExpr, Expr, Query } from '@countersign/contracts';
import { boundedTree } from '../check/rules/bounded-tree.js';
import { checkFunctions } from '../check/rules/functions.js';
import { postgres } from '../dialects/postgres.js';
import { lexerGate } from '../lex/lexer-gate.js';
import { INPUT_CAPS } from '../limits.js';
import { readText } from '../read/read-query.js';
import { attempt, refuse } from '../refusal.js';
import { converted } from './converted.js';
import { FUNCTIONS } from '../registry/functions.js';
import type { KnownTable } from '../resolve/catalogue.js';
import { resolveIn } from '../resolve/columns.js';
import type { Resolution } from '../resolve/resolution.js';
import { rebuild, walk } from '../walk.js';

/**
 * Reads an expression of a policy, in the canonical dialect, by itself: its brackets must be its own, so that no part of
 * it can end up outside of where it is put. It says something about one row: no subquery, aggregate, window, set of
 * rows or placeholder. Throws `Refused`.
 */
export function readPolicyExpression(text: string): Expr {
  ownBrackets(text);
  const read = attempt(() => readText(`${BEFORE}${text}\n)`, 'canonical', INPUT_CAPS).query);
  if (!read.ok) refuse(read.refusal.rule, read.refusal.message, placeIn(text, read.refusal.at));
  const query = rebuild(read.value, (node: { kind: string; at?: number }) => (node.at === undefined ? node : { ...node, at: placeIn(text, node.at) }));
  const expr = onlyItem(query) ?? refuse('unparseable', 'is not one expression');
  walk<{ kind: string; name?: unknown }>(expr, (node) => {
    if (node.kind === 'query') refuse('forbidden-node', 'a subquery is not allowed in a policy');
    if (node.kind === 'metric' || node.kind === 'named-filter') refuse('placeholder', 'a placeholder is not allowed in a policy');
    if (node.kind === 'call' && needsOtherRows(node as CallExpr)) refuse('function-not-allowed', `${String(node.name)} needs other rows than the one a policy is about`);
  });
  boundedTree.check({ query, input: { sql: text, from: 'canonical', dialect: 'postgres' }, rules: postgres });
  checkFunctions(expr, 'canonical');
  return expr;
}

const BEFORE = 'SELECT (';

const placeIn = (text: string, at: number | undefined): number | undefined => (at === undefined ? undefined : Math.min(Math.max(0, at - BEFORE.length), text.length));

/** Counts brackets over the text alone: closing one that it did not open would close ours. */
function ownBrackets(text: string): void {
  let open = 0;
  for (const token of lexerGate(text, postgres.lexis, INPUT_CAPS).tokens) {
    if (token.type !== 'symbol') continue;
    const symbol = text[token.start]!;
    if (symbol === '(' || symbol === '[') open++;
    if (symbol === ')' || symbol === ']') open--;
    if (open < 0) refuse('unparseable', `a closing bracket without an opening one`, token.start);
  }
  if (open > 0) refuse('unparseable', 'an opening bracket without a closing one');
}

function onlyItem({ body, orderBy, limit, offset, with: ctes }: Query): Expr | undefined {
  if (ctes || orderBy.length || limit !== null || offset !== 0 || body.kind !== 'select' || body.items.length !== 1) return undefined;
  const { items: [item], from, where, groupBy, having, windows, distinct } = body;
  const bare = item && item.alias === undefined && item.expr.kind !== 'star' && item.expr.kind !== 'row';
  return bare && !from.length && !where && !groupBy.length && !having && !windows.length && !distinct ? item.expr : undefined;
}

function needsOtherRows(call: CallExpr): boolean {
  const kind = FUNCTIONS.get(call.name)?.kind;
  return call.over !== undefined || (kind !== undefined && kind !== 'scalar');
}

/**
 * Binds the columns of a policy's expression to the table as `inner` names it, by standard or by real name; denied ones too: the policy is
 * not the asker's. A standard name means the standard value, a real name what is stored.
 */
export function resolvePolicyExpression(r: Resolution, expr: Expr, table: KnownTable, inner: string): Expr {
  const { standards } = table;
  const values = new Map<string, Expr>();
  const standard = standards.flatMap(({ columns, convert }) => [
    ...Object.entries(columns).map(([name, real]) => ({ name, real })),
    ...[...convert.keys()].filter((real) => !Object.values(columns).includes(real)).map((real) => ({ name: real, real })),
  ].map(({ name, real }) => {
    const conversion = convert.get(real);
    if (!conversion) return { name, real, qualifier: inner };
    // No column has this name: it only stands until the value is put in its place.
    const place = `${name}\u0000${real}`;
    values.set(place, converted({ kind: 'column', qualifier: [inner], name: real }, conversion));
    return { name, real: place, qualifier: inner };
  }));
  const taken = new Set(standard.map((c) => c.name));
  const columns = [...new Map(standard.map((c) => [c.name, c])).values(), ...table.columns.map((c) => ({ name: c.real, real: c.real, qualifier: inner })).filter((c) => !taken.has(c.name))];
  const relations = [...new Set([inner, ...standards.map(({ name }) => name)])].map((name) => ({ name, columns }));
  const resolved = resolveIn(r, { ctes: undefined, outer: undefined }, { visible: { relations, columns } }, 'predicate', expr);
  return values.size === 0 ? resolved : rebuild(resolved, (node) => values.get((node as Partial<ColumnExpr>).name ?? '') ?? node);
}

/** Can this expression be a condition? By what it is, and for a column by its declared type where that is known. */
export function isCondition(expr: Expr, typeOf: (column: string) => string | undefined): boolean {
  switch (expr.kind) {
    case 'logical': case 'null-test': case 'boolean-test': case 'distinct-test': case 'between': case 'in-list': case 'like': case 'quantified': case 'boolean': return true;
    case 'unary': return expr.op === 'not';
    case 'binary': return CONDITIONS.has(expr.op);
    case 'column': return /^(?:$|bool|tinyint\(1\)|bit)/i.test(typeOf(expr.name) ?? '');
    case 'call': return ['boolean', 'any'].includes(FUNCTIONS.get(expr.name)?.returns ?? '');
    case 'cast': return expr.type.name === 'boolean' && !expr.type.array;
    case 'case': return [...expr.branches.map((b) => b.then), ...(expr.otherwise ? [expr.otherwise] : [])].every((e) => e.kind === 'null' || isCondition(e, typeOf));
    default: return false;
  }
}

const CONDITIONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=', '@>', '<@', '?', '&&']);
