import type { CallExpr, CaseExpr, Expr, LikeExpr, QuantifiedExpr, SelectItem } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { bracketsFor, operandLevels, type Level } from './precedence.js';
import { qualified, syntaxOf, type Printing } from './printing.js';
import { printNested, printOrder } from './query.js';
import { spell } from './spelling.js';
import { printOver } from './window.js';

const LIKE_WORD: Record<LikeExpr['type'], readonly [string, string]> = {
  like: ['LIKE', 'NOT LIKE'], ilike: ['ILIKE', 'NOT ILIKE'], similar: ['SIMILAR TO', 'NOT SIMILAR TO'], regex: ['~', '!~'], iregex: ['~*', '!~*'],
};

export function printItem(p: Printing, item: SelectItem): string {
  return `${printExpr(p, item.expr)}${item.alias === undefined ? '' : ` AS ${p.rules.quoteName(item.alias)}`}`;
}

/** An expression that is bracketed unless it is one word, literal or call: safe next to any operator. */
export const printOperand = (p: Printing, e: Expr): string => printAt(p, e, 'atom');

/** An expression that is bracketed unless every reader is known to bind it at least as tightly as `level`. */
function printAt(p: Printing, e: Expr, level: Level): string {
  return bracketsFor(e, level) ? `(${printExpr(p, e)})` : printExpr(p, e);
}

export function printExpr(p: Printing, e: Expr): string {
  const arg = (x: Expr): string => printOperand(p, x);
  const not = (negated: boolean): string => (negated ? 'NOT ' : '');
  switch (e.kind) {
    case 'column': return qualified(p, [...e.qualifier, e.name]);
    case 'star': return e.qualifier.length ? `${qualified(p, e.qualifier)}.*` : '*';
    case 'number': return e.text;
    case 'string': return p.rules.quoteString(e.value);
    case 'boolean': return e.value ? 'TRUE' : 'FALSE';
    case 'null': return 'NULL';
    case 'typed-literal': return syntaxOf(p).typedLiteral(e.type, p.rules.quoteString(e.value));
    case 'unary': return `${e.op === 'not' ? 'NOT' : e.op} ${e.op === 'not' && e.operand.kind === 'exists' ? printExpr(p, e.operand) : arg(e.operand)}`;
    case 'binary': return `${printAt(p, e.left, operandLevels(e).left)} ${syntaxOf(p).operators[e.op] ?? e.op} ${printAt(p, e.right, operandLevels(e).right)}`;
    case 'logical': return e.operands.map((x) => printAt(p, x, 'condition')).join(` ${e.op.toUpperCase()} `);
    case 'null-test': return `${arg(e.operand)} IS ${not(e.negated)}NULL`;
    case 'boolean-test': return `${arg(e.operand)} IS ${not(e.negated)}${String(e.value).toUpperCase()}`;
    case 'distinct-test': return `${arg(e.left)} IS ${not(e.negated)}DISTINCT FROM ${arg(e.right)}`;
    case 'between': return `${printAt(p, e.operand, 'sum')} ${not(e.negated)}BETWEEN ${e.symmetric ? 'SYMMETRIC ' : ''}${printAt(p, e.low, 'sum')} AND ${printAt(p, e.high, 'sum')}`;
    case 'in-list': return `${arg(e.operand)} ${not(e.negated)}IN (${e.items.map((i) => printExpr(p, i)).join(', ')})`;
    case 'in-query': return `${arg(e.operand)} ${not(e.negated)}IN ${printNested(p, e.query)}`;
    case 'like': return `${arg(e.operand)} ${LIKE_WORD[e.type][e.negated ? 1 : 0]} ${arg(e.pattern)}${e.escape === undefined ? '' : ` ESCAPE ${p.rules.quoteString(e.escape)}`}`;
    case 'exists': return `EXISTS ${printNested(p, e.query)}`;
    case 'quantified': return printQuantified(p, e);
    case 'subquery': return printNested(p, e.query);
    case 'row': return `(${e.items.map((i) => printExpr(p, i)).join(', ')})`;
    case 'case': return printCase(p, e);
    case 'cast': return `CAST(${printExpr(p, e.operand)} AS ${p.rules.typeName(e.type)})`;
    case 'call': return printCall(p, e);
    case 'array': return `ARRAY[${e.items.map((i) => printExpr(p, i)).join(', ')}]`;
    case 'subscript': return `${(e.operand.kind === 'column' && e.operand.qualifier.length === 0) || e.operand.kind === 'subscript' ? printExpr(p, e.operand) : `(${printExpr(p, e.operand)})`}[${printExpr(p, e.index)}]`;
    case 'at-time-zone': return `${arg(e.operand)} AT TIME ZONE ${arg(e.zone)}`;
    case 'metric': return refuse('unresolved-metric', `metric('${e.id}') has not been replaced by its definition`, e.at);
    case 'named-filter': return refuse('unresolved-filter', `filter('${e.id}') has not been replaced by its definition`, e.at);
  }
}

function printQuantified(p: Printing, e: QuantifiedExpr): string {
  const right = e.right.kind === 'query' ? printNested(p, e.right) : `(${printExpr(p, e.right)})`;
  return `${printOperand(p, e.left)} ${e.op} ${e.quantifier.toUpperCase()} ${right}`;
}

function printCase(p: Printing, e: CaseExpr): string {
  const operand = e.operand ? ` ${printOperand(p, e.operand)}` : '';
  const branches = e.branches.map((b) => ` WHEN ${printExpr(p, b.when)} THEN ${printExpr(p, b.then)}`).join('');
  return `CASE${operand}${branches}${e.otherwise ? ` ELSE ${printExpr(p, e.otherwise)}` : ''} END`;
}

export function printCall(p: Printing, e: CallExpr): string {
  const parts = [spell(p, e)];
  if (e.keep) parts.push(`${p.plainly ? 'WITHIN GROUP (' : `KEEP (DENSE_RANK ${e.keep.which.toUpperCase()} `}ORDER BY ${printOrder(p, e.keep.orderBy)})`);
  if (e.withinGroup.length) parts.push(`WITHIN GROUP (ORDER BY ${printOrder(p, e.withinGroup)})`);
  if (e.filter) parts.push(`FILTER (WHERE ${printExpr(p, e.filter)})`);
  if (e.nulls) parts.push('IGNORE NULLS');
  if (e.over) parts.push(`OVER ${printOver(p, e.over)}`);
  return parts.join(' ');
}
