import type { ColumnExpr, Expr } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { callOf, groupConcatOf, windowCallOf, withinGroupOf } from './calls.js';
import { nameOf, numberOf, only, open, placeOfName, type Json, type Reading } from './context.js';
import { castOf, grammarCallOf, intervalOf, literalOf } from './literals.js';
import { operationOf } from './operators.js';
import { statementOf } from './query.js';

/** Converts one expression. Kinds that are not listed are refused: the list is the allow-list. */
export function exprOf(ctx: Reading, node: unknown, star: 'star-allowed' | 'no-star' = 'no-star'): Expr {
  const [kind, fields] = open(node);
  const operation = operationOf(ctx, kind, fields);
  if (operation) return operation;
  switch (kind) {
    case 'column': return columnOf(ctx, fields);
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
    case 'function': case 'aggregate_function': return callOf(ctx, fields);
    case 'window_function': return windowCallOf(ctx, fields);
    case 'within_group': return withinGroupOf(ctx, fields);
    case 'group_concat': return groupConcatOf(ctx, fields);
    case 'trim': case 'substring': case 'extract': case 'str_position': return grammarCallOf(ctx, kind, fields);
    case 'parameter': case 'placeholder': return refuse('placeholder', 'an unresolved parameter');
    case 'next_value_for': return refuse('function-not-allowed', 'NEXT VALUE FOR uses sequences');
    case 'method_call': return refuse('unknown-function', 'functions have no schema here');
    default: return refuse('forbidden-node', `${kind.replace(/_s_/g, 's_').replaceAll('_', ' ').toUpperCase()} is not allowed in a query`);
  }
}

function columnOf(ctx: Reading, node: Json): ColumnExpr {
  only('column', node, ['name', 'table']);
  const qualifier = node['table'] ? [nameOf(ctx, node['table'])] : [];
  return { kind: 'column', qualifier, name: nameOf(ctx, node['name']), ...placeOfName(ctx, node['table'] ?? node['name']) };
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

