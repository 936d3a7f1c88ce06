import type { Expr, TypedLiteral } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { plainCall } from '../plain-call.js';
import { numberOf, only, open, stringOf, type Json, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { checkOperand } from './precedence.js';

const NUMBER_TEXT = /^(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const TYPED: Readonly<Record<string, TypedLiteral['type']>> = { date: 'date', time: 'time', timestamp: 'timestamp', datetime: 'timestamp' };

export function literalOf(ctx: Reading, node: Json): Expr {
  only('literal', node, ['literal_type', 'value']);
  const type = String(node['literal_type']);
  const value = String(node['value']);
  if (type === 'number') {
    if (!NUMBER_TEXT.test(value)) refuse('forbidden-node', `the number ${value} is not written in decimal digits`);
    return { kind: 'number', text: numberOf(ctx, value) };
  }
  if (type === 'string') return { kind: 'string', ...stringOf(ctx, value) };
  const typed = TYPED[type];
  if (!typed) return refuse('forbidden-node', `${type.replaceAll('_', ' ')} literals are not allowed`);
  return { kind: 'typed-literal', type: typed, ...stringOf(ctx, value) };
}

export function castOf(ctx: Reading, node: Json): Expr {
  only('cast', node, ['this', 'to']);
  // `BINARY x` gives the same node as CAST(x AS BINARY), without its brackets.
  if ((node['to'] as Json)['data_type'] === 'binary') checkOperand(ctx, 'cast', node['this'], 'left');
  const operand = exprOf(ctx, node['this']);
  const { name, modifiers } = writtenType(ctx, node['to'] as Json);
  return typedOf(ctx, operand, name, modifiers);
}

/** A cast; of a string to a date or time it may be how the engine writes one. */
function typedOf(ctx: Reading, operand: Expr, name: string, modifiers: readonly number[]): Expr {
  const type = ctx.grammar.typeOf(name, modifiers);
  if (!type) return refuse('unknown-type', `type ${name} is not one a query may cast to`);
  const literal = ctx.grammar.castsAreLiterals && operand.kind === 'string' && type.modifiers.length === 0 && LITERALS.has(type.name);
  return literal ? { kind: 'typed-literal', type: type.name as TypedLiteral['type'], value: operand.value, ...(operand.at === undefined ? {} : { at: operand.at }) } : { kind: 'cast', operand, type };
}

const LITERALS = new Set(['date', 'timestamp', 'timestamptz', 'time']);

/** TRY_CAST(x AS type): NULL where the cast fails. */
export function triedCastOf(ctx: Reading, node: Json): Expr {
  only('TRY_CAST', node, ['this', 'to']);
  const { name, modifiers } = writtenType(ctx, node['to'] as Json);
  return plainCall('try_cast', [castTo(ctx, exprOf(ctx, node['this']), name, modifiers)], {});
}

function castTo(ctx: Reading, operand: Expr, name: string, modifiers: readonly number[]): Expr {
  const type = ctx.grammar.typeOf(name, modifiers) ?? refuse('unknown-type', `type ${name} is not one a query may cast to`);
  return { kind: 'cast', operand, type };
}

/** CONVERT(type, value, style) of SQL Server: a cast, and with a style a way to write. */
export function convertedOf(ctx: Reading, node: Json): Expr {
  only('CONVERT', node, ['name', 'args']);
  const [to, value, style, more] = node['args'] as unknown[];
  const [kind, type] = open(to);
  if (kind !== 'data_type' || !value || more) return refuse('wrong-arguments', 'CONVERT takes a type, a value and perhaps a style');
  const { name, modifiers } = writtenType(ctx, type);
  const tried = String(node['name']).toLowerCase() === 'try_convert';
  if (!style && !tried) return typedOf(ctx, exprOf(ctx, value), name, modifiers);
  return plainCall(tried ? 'try_convert' : 'convert', [castTo(ctx, exprOf(ctx, value), name, modifiers), ...(style ? [exprOf(ctx, style)] : [])], {});
}

/** The name of a type as the engine knows it, and the numbers in its brackets. */
function writtenType(ctx: Reading, to: Json): { name: string; modifiers: number[] } {
  const { data_type: kind, name, length, precision, scale, timezone, ...rest } = to['data_type'] === 'oracle' ? oracleType(to) : to;
  only('type', rest, []);
  const modifiers = [length, precision, scale].filter((m): m is number => typeof m === 'number');
  if (kind === 'custom') {
    const [, word = '', numbers] = /^([A-Za-z][A-Za-z0-9_ ]*?)\s*(?:\(([\d, ]+|MAX)\))?$/i.exec(String(name)) ?? [];
    if (numbers?.toUpperCase() === 'MAX') return { name: `${word.toLowerCase()}(max)`, modifiers };
    modifiers.push(...(numbers?.split(',').map(Number) ?? []));
    for (const m of modifiers) numberOf(ctx, String(m));
    return { name: word.toLowerCase(), modifiers };
  }
  for (const m of modifiers) numberOf(ctx, String(m));
  if (kind === 'character_set') {
    for (const word of ctx.respelled.words.values()) if (word.value === name) ctx.used.add(word);
    return { name: `using ${String(name).toLowerCase()}`, modifiers };
  }
  return { name: `${String(kind).replaceAll('_', '')}${timezone ? ' with time zone' : ''}`, modifiers };
}

/** Oracle's types come wrapped: as the parser has those of the other engines. */
function oracleType(to: Json): Json {
  const { oracle_type: type, ...outer } = to;
  const { oracle_data_type: kind, kind: character, ...rest } = type as Json;
  const { data_type: _wrapped, ...others } = outer;
  return { ...others, ...rest, data_type: kind === 'character' ? `${String(character)}` : kind };
}

/** INTERVAL amount UNIT. */
export function intervalOf(ctx: Reading, node: Json): Expr {
  only('INTERVAL', node, ['this', 'unit']);
  const unit = node['unit'] as Json | null;
  const span = ctx.grammar.intervalSpans && unit ? spanOf(ctx, unit) : undefined;
  if (ctx.grammar.interval && node['this'] && span !== undefined) {
    const amount = exprOf(ctx, node['this']);
    return amount.kind === 'string' ? ctx.grammar.interval(amount, span, {}) : plainCall('as_interval', [amount, { kind: 'string', value: span }], {});
  }
  if (!ctx.grammar.interval || !node['this'] || unit?.['type'] !== 'simple') return refuse('forbidden-node', 'an interval of this form is not allowed');
  const [kind, fields] = open(node['this']);
  // The parser makes strings of plain numbers here; a string of the text would be a stand-in.
  const isNumber = kind === 'literal' && fields['literal_type'] === 'string' && NUMBER_TEXT.test(String(fields['value']));
  const amount: Expr = isNumber ? { kind: 'number', text: numberOf(ctx, String(fields['value'])) } : exprOf(ctx, node['this']);
  return ctx.grammar.interval(amount, String(unit['unit']).toLowerCase(), {});
}

/** `DAY (3) TO SECOND (2)`; `undefined` for one plain unit. */
function spanOf(ctx: Reading, unit: Json): string | undefined {
  const { type, this: from, expression: to, ...rest } = unit;
  if (type === 'simple') return undefined;
  const parts = type === 'expr' ? [rest] : [from, to];
  return parts.filter(Boolean).map((part) => oneUnit(ctx, part)).join(' to ');
}

function oneUnit(ctx: Reading, part: unknown): string {
  if (typeof part === 'string') return part.toLowerCase();
  const [kind, fields] = open(part);
  if (kind === 'var') return String(fields['this']).toLowerCase();
  if (kind === 'anonymous') {
    const name = String((open(fields['this'])[1])['name']).toLowerCase();
    const [places, more] = (fields['expressions'] as unknown[]).map((e) => exprOf(ctx, e));
    return places?.kind === 'number' && !more ? `${name} (${places.text})` : refuse('forbidden-node', 'an interval of this form is not allowed');
  }
  const digits = fields['this'] ? literalOf(ctx, open(fields['this'])[1]) : undefined;
  return digits?.kind === 'number' ? `${kind} (${digits.text})` : refuse('forbidden-node', 'an interval of this form is not allowed');
}

/** Calls with words between their arguments. */
export function grammarCallOf(ctx: Reading, kind: string, node: Json): Expr {
  const arg = (key: string): Expr => exprOf(ctx, node[key]);
  const rest = (...keys: string[]): Expr[] => keys.filter((k) => node[k]).map(arg);
  switch (kind) {
    case 'substring': return only('SUBSTRING', node, ['this', 'start', 'length']), called(ctx, 'substring', [arg('this'), ...rest('start', 'length')]);
    case 'str_position': return only('POSITION', node, ['this', 'substr']), called(ctx, 'position', [arg('this'), arg('substr')]);
    case 'extract': {
      only('EXTRACT', node, ['this', 'field']);
      const field = typeof node['field'] === 'string' ? node['field'].toLowerCase() : '';
      if (!field) refuse('wrong-arguments', 'EXTRACT takes a date field: year, month, day, …');
      return called(ctx, 'extract', [{ kind: 'string', value: field }, arg('this')]);
    }
    case 'json_extract': case 'json_extract_scalar': {
      // `j -> path` and `j ->> path`, where the engine has them.
      only('JSON path', node, ['this', 'path', 'arrow_syntax']);
      const name = kind === 'json_extract' ? 'json_extract' : 'json_extract_scalar';
      if (!ctx.grammar.idioms[`${name}…`]) return refuse('unknown-operator', 'the operator -> is not part of this dialect');
      return called(ctx, name, [arg('this'), arg('path')]);
    }
    default: {
      only('TRIM', node, ['this', 'characters', 'position']);
      const side = { Both: 'btrim', Leading: 'ltrim', Trailing: 'rtrim' }[String(node['position'])];
      if (!side) return refuse('forbidden-node', 'this form of TRIM is not allowed');
      return called(ctx, side, [arg('this'), ...rest('characters')]);
    }
  }
}

/** Through the idioms of the engine, as any other call. */
function called(ctx: Reading, name: string, args: Expr[]): Expr {
  const call = plainCall(name, args, {});
  return ctx.grammar.idioms[`${name}…`]?.(call) ?? call;
}

