import type { Expr, TypedLiteral, TypeName } from '@countersign/contracts';
import type { A_Const, Node, TypeCast, TypeName as RawTypeName } from 'libpg-query';
import { refuse } from '../../refusal.js';
import { TYPE_BY_INTERNAL } from '../../registry/types.js';
import { namesOf, only, open, placed, type Reading } from './context.js';
import { exprOf } from './expr.js';

const NUMBER_TEXT = /^(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

export function constantOf(ctx: Reading, node: A_Const): Expr {
  only('constant', node, ['ival', 'fval', 'boolval', 'sval', 'isnull'], ctx.at(node.location));
  const at = placed(ctx, node.location);
  if (node.isnull) return { kind: 'null', ...at };
  if (node.sval) return { kind: 'string', value: node.sval.sval ?? '', ...at };
  if (node.boolval) return { kind: 'boolean', value: node.boolval.boolval ?? false, ...at };
  const text = node.ival ? String(node.ival.ival ?? 0) : node.fval?.fval ?? '';
  // The grammar folds a minus sign into the constant; the tree keeps it as an operator.
  const digits = text.startsWith('-') ? text.slice(1) : text;
  if (!NUMBER_TEXT.test(digits)) refuse('forbidden-node', `the number ${text} is not written in decimal digits`, at.at);
  const number: Expr = { kind: 'number', text: digits, ...at };
  return text.startsWith('-') ? { kind: 'unary', op: '-', operand: number, ...at } : number;
}

const LITERAL_TYPES = new Set(['date', 'timestamp', 'timestamptz', 'time', 'interval']);
/** INTERVAL '3' DAY: PostgreSQL's bit for each single unit. */
const INTERVAL_UNITS = new Map([[2, 'month'], [4, 'year'], [8, 'day'], [1024, 'hour'], [2048, 'minute'], [4096, 'second']]);

/** A cast; of a string to a date, time or interval it is a typed literal. */
export function castOf(ctx: Reading, node: TypeCast): Expr {
  only('cast', node, ['arg', 'typeName']);
  if (!node.arg || !node.typeName) refuse('unparseable', 'a cast without a type');
  const [kind, fields] = open(node.arg);
  const at = placed(ctx, node.location === -1 ? node.typeName.location : node.location);
  const text = kind === 'A_Const' && fields.sval ? fields.sval.sval ?? '' : undefined;
  const unit = text === undefined ? undefined : intervalUnit(node.typeName);
  if (unit) {
    if (!/^\s*[+-]?\d+(\.\d+)?\s*$/.test(text!)) refuse('forbidden-node', 'an interval with a unit takes a plain number', at.at);
    return { kind: 'typed-literal', type: 'interval', value: `${text!.trim()} ${unit}`, ...at };
  }
  const type = typeOf(ctx, node.typeName);
  if (text !== undefined && LITERAL_TYPES.has(type.name) && !type.array && type.modifiers.length === 0) {
    return { kind: 'typed-literal', type: type.name as TypedLiteral['type'], value: text, ...at };
  }
  return { kind: 'cast', operand: exprOf(ctx, node.arg), type, ...at };
}

function intervalUnit(type: RawTypeName): string | undefined {
  if (namesOf(type.names).at(-1) !== 'interval' || type.typmods?.length !== 1) return undefined;
  return INTERVAL_UNITS.get(integerOf(type.typmods[0]!) ?? -1);
}

export function typeOf(ctx: Reading, node: RawTypeName): TypeName {
  const at = ctx.at(node.location);
  only('type', node, ['names', 'typmods', 'typemod', 'arrayBounds'], at);
  const names = namesOf(node.names);
  const internal = names.at(-1) ?? '';
  // `char` written bare is bpchar; a quoted "char" (names without pg_catalog) is another, internal type.
  const entry = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog') ? TYPE_BY_INTERNAL.get(internal) : undefined;
  const modifiers = (node.typmods ?? []).map((m) => integerOf(m) ?? -1);
  if (!entry) refuse('unknown-type', `type ${names.join('.')} is not one a query may cast to`, at);
  if (modifiers.length > entry.modifiers || modifiers.some((m) => m < 0)) refuse('unknown-type', `type ${entry.name} does not take these modifiers`, at);
  if (entry.name === 'char' && modifiers.length === 0) refuse('unknown-type', 'bpchar is not a type a query may cast to', at);
  if ((node.arrayBounds?.length ?? 0) > 1) refuse('unknown-type', 'arrays of arrays are not allowed', at);
  return { name: entry.name, modifiers, array: node.arrayBounds !== undefined };
}

function integerOf(node: Node): number | undefined {
  const [kind, fields] = open(node);
  return kind === 'A_Const' && fields.ival ? fields.ival.ival ?? 0 : undefined;
}
