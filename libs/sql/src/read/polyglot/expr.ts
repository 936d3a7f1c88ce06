import type { ColumnExpr, Expr } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { isColumnType } from '../../dialects/clauses.js';
import { plainCall } from '../plain-call.js';
import { callOf, groupConcatOf, stringAggOf, windowCallOf, withinGroupOf } from './calls.js';
import { nameOf, numberOf, only, open, placeOfName, use, type Json, type Reading } from './context.js';
import { castOf, convertedOf, grammarCallOf, intervalOf, literalOf, triedCastOf } from './literals.js';
import { operationOf } from './operators.js';
import { checkOperand } from './precedence.js';
import { statementOf } from './query.js';
import { own } from '../../own.js';

/** Converts one expression. Kinds that are not listed are refused: the list is the allow-list. */
export function exprOf(ctx: Reading, node: unknown, star: 'star-allowed' | 'no-star' = 'no-star'): Expr {
  const [kind, fields] = open(node);
  const operation = operationOf(ctx, kind, fields);
  if (operation) return operation;
  switch (kind) {
    case 'column': return columnOrWord(ctx, fields);
    case 'dot': return dottedOf(ctx, fields);
    case 'star': return starOf(ctx, fields, star);
    case 'literal': return literalOf(ctx, fields);
    case 'null': return { kind: 'null' };
    case 'boolean': return { kind: 'boolean', value: fields['value'] === true };
    case 'paren': return only('brackets', fields, ['this']), exprOf(ctx, fields['this']);
    case 'tuple': return rowOf(ctx, fields);
    case 'subquery': case 'select': case 'union': case 'intersect': case 'except': return { kind: 'subquery', query: statementOf(ctx, node) };
    case 'exists': return only('EXISTS', fields, ['this']), { kind: 'exists', query: statementOf(ctx, fields['this']) };
    case 'case': return caseOf(ctx, fields);
    case 'cast': return castOf(ctx, fields);
    case 'interval': return intervalOf(ctx, fields);
    case 'function': case 'aggregate_function': return /^(try_)?convert$/i.test(String(fields['name'])) ? convertedOf(ctx, fields) : scalarOf(ctx, fields);
    case 'window_function': return windowCallOf(ctx, fields);
    case 'within_group': return withinGroupOf(ctx, fields);
    case 'group_concat': return groupConcatOf(ctx, fields);
    case 'string_agg': return stringAggOf(ctx, fields);
    case 'trim': case 'substring': case 'extract': case 'str_position': case 'json_extract': case 'json_extract_scalar': return grammarCallOf(ctx, kind, fields);
    case 'try_cast': return triedCastOf(ctx, fields);
    case 'collation': return collationOf(ctx, fields);
    case 'is_json': return isJsonOf(ctx, fields);
    case 'at_time_zone': return inZoneOf(ctx, fields);
    case 'pseudocolumn': return pseudoColumnOf(ctx, fields);
    case 'parameter': case 'placeholder': return refuse('placeholder', 'an unresolved parameter');
    case 'next_value_for': return refuse('function-not-allowed', 'NEXT VALUE FOR uses sequences');
    case 'method_call': return xmlValueOf(ctx, fields);
    default: return refuse('forbidden-node', `${kind.replace(/_s_/g, 's_').replaceAll('_', ' ').toUpperCase()} is not allowed in a query`);
  }
}

/** What gives rows stands in FROM; its columns would be lost elsewhere. */
function scalarOf(ctx: Reading, fields: Json): Expr {
  const piece = ctx.respelled.calls.get(String(fields['name']));
  if (piece && ctx.grammar.tableFunctions?.has(piece.value.toLowerCase())) refuse('forbidden-node', `${piece.value.toUpperCase()} gives rows: it stands in FROM only`, piece.at);
  return callOf(ctx, fields);
}

function columnOrWord(ctx: Reading, node: Json): Expr {
  const name = node['name'] as { name?: string; quoted?: boolean } | undefined;
  const bare = node['table'] || name?.quoted ? undefined : own(ctx.grammar.bareFunctions, String(name?.name).toLowerCase());
  const column = columnOf(ctx, node);
  return bare === undefined ? column : plainCall(bare, [], column.at === undefined ? {} : { at: column.at });
}

function columnOf(ctx: Reading, node: Json): ColumnExpr {
  only('column', node, ctx.grammar.outerMarks ? ['name', 'table', 'join_mark'] : ['name', 'table']);
  const qualifier = node['table'] ? [nameOf(ctx, node['table'])] : [];
  const column: ColumnExpr = { kind: 'column', qualifier, name: nameOf(ctx, node['name']), ...placeOfName(ctx, node['table'] ?? node['name']) };
  if (node['join_mark'] === true) ctx.outerMarked.add(column);
  return column;
}

/** Paths that take the text of a document and nothing else. */
const TEXT_OF_ALL = /^\(?\.?(?:\/text\(\))?\)?(?:\[1\])?$/;

/** `(SELECT … FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)')`, as SQL Server joins texts. Nothing else has methods. */
function xmlValueOf(ctx: Reading, node: Json): Expr {
  const no = (): never => refuse('unknown-function', 'functions have no schema here');
  const name = String((node['method'] as Json | undefined)?.['name']);
  // Methods are told apart by case.
  const piece = [...ctx.respelled.words.values()].find((word) => word.value === name && name === 'value' && !ctx.used.has(word));
  const [kind] = open(node['this']);
  if (!ctx.grammar.documents || !piece || kind !== 'subquery') return no();
  only('value()', node, ['this', 'method', 'args']);
  use(ctx, piece);
  const document = exprOf(ctx, node['this']);
  const [path, type, more] = (node['args'] as unknown[]).map((a) => exprOf(ctx, a));
  if (document.kind !== 'subquery' || !document.query.document?.options.includes('type') || path?.kind !== 'string' || type?.kind !== 'string' || more) return no();
  if (!TEXT_OF_ALL.test(path.value) || !isColumnType(type.value.toUpperCase())) return no();
  return plainCall('xml_value', [document, path, type], { at: piece.at });
}

/** `x IS [NOT] JSON`. */
function isJsonOf(ctx: Reading, node: Json): Expr {
  only('IS JSON', node, ['this', 'negated']);
  checkOperand(ctx, 'is_null', node['this'], 'both');
  const test = plainCall('is_json', [exprOf(ctx, node['this'])], {});
  return node['negated'] === true ? { kind: 'unary', op: 'not', operand: test } : test;
}

/** `x AT TIME ZONE 'Korea Standard Time'`. */
function inZoneOf(ctx: Reading, node: Json): Expr {
  only('AT TIME ZONE', node, ['this', 'zone']);
  if (ctx.grammar.binding['at_time_zone'] === undefined) refuse('forbidden-node', 'AT TIME ZONE is not part of this dialect');
  checkOperand(ctx, 'at_time_zone', node['this'], 'left');
  checkOperand(ctx, 'at_time_zone', node['zone'], 'right');
  return { kind: 'at-time-zone', operand: exprOf(ctx, node['this']), zone: exprOf(ctx, node['zone']) };
}

/** `x COLLATE name` is a function of the tree, with the name for its second argument. */
function collationOf(ctx: Reading, node: Json): Expr {
  only('COLLATE', node, ['this', 'collation']);
  checkOperand(ctx, 'collation', node['this'], 'left');
  const name = String(node['collation']);
  const { collations } = ctx.grammar;
  const call = collations === 'any' ? 'collate' : collations?.[name.toLowerCase()];
  if (call === undefined || !/^[A-Za-z]\w{0,59}$/.test(name)) return refuse('forbidden-node', `the collation ${name.slice(0, 60)} may not be asked for`);
  for (const word of ctx.respelled.words.values()) if (word.value === name) ctx.used.add(word);
  return plainCall(call, [exprOf(ctx, node['this']), ...(collations === 'any' ? [{ kind: 'string', value: name } as Expr] : [])], {});
}

/** ROWNUM and its kind. */
function pseudoColumnOf(ctx: Reading, node: Json): Expr {
  only('pseudo column', node, ['kind']);
  const kind = String(node['kind']);
  if (kind === 'Level' && ctx.level) return ctx.level;
  const name = ctx.grammar.pseudoColumns?.[kind];
  if (name === undefined) return refuse('system-catalogue', `${kind.toUpperCase()} is a column of the database system`);
  for (const word of ctx.respelled.words.values()) if (word.value.toLowerCase() === name) ctx.used.add(word);
  return plainCall(name, [], {});
}

/** `schema.table.column`. */
function dottedOf(ctx: Reading, node: Json): ColumnExpr {
  only('name', node, ['this', 'field']);
  const [kind, fields] = open(node['this']);
  if (kind !== 'column' || !fields['table']) refuse('row-field-access', 'a field of a value can\'t be taken');
  const outer = columnOf(ctx, fields);
  return { ...outer, qualifier: [...outer.qualifier, outer.name], name: nameOf(ctx, node['field']) };
}

function starOf(ctx: Reading, node: Json, star: 'star-allowed' | 'no-star'): Expr {
  only('*', node, ['table']);
  if (star === 'no-star') refuse('row-field-access', 'a whole row can\'t be used as a value');
  return { kind: 'star', qualifier: node['table'] ? [nameOf(ctx, node['table'])] : [] };
}

function rowOf(ctx: Reading, node: Json): Expr {
  only('row', node, ['expressions']);
  const items = node['expressions'] as unknown[];
  if (items.length < 2) refuse('forbidden-node', 'a row needs two or more values');
  return { kind: 'row', items: items.map((i) => exprOf(ctx, i)) };
}

function caseOf(ctx: Reading, node: Json): Expr {
  only('CASE', node, ['operand', 'whens', 'else_']);
  const operand = node['operand'] ? { operand: exprOf(ctx, node['operand']) } : {};
  const branches = (node['whens'] as [unknown, unknown][]).map(([when, then]) => ({ when: exprOf(ctx, when), then: exprOf(ctx, then) }));
  return { kind: 'case', ...operand, branches, ...(node['else_'] ? { otherwise: exprOf(ctx, node['else_']) } : {}) };
}

/** A whole number in LIMIT and OFFSET. */
export function countOf(ctx: Reading, node: unknown): number {
  const [kind, fields] = open(node);
  if (kind === 'paren') return countOf(ctx, fields['this']);
  const text = kind === 'literal' && fields['literal_type'] === 'number' ? numberOf(ctx, String(fields['value'])) : '';
  if (!/^\d{1,15}$/.test(text)) refuse('limit-not-literal', 'LIMIT and OFFSET take a whole number only');
  return Number(text);
}

