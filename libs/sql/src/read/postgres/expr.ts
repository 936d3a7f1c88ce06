import type { Expr, Query } from '@countersign/contracts';
import type { A_Indirection, BoolExpr, CaseExpr, ColumnRef, Node, SubLink } from 'libpg-query';
import { refuse } from '../../refusal.js';
import { callOf, plainCall, valueFunctionOf } from './calls.js';
import { namesOf, only, open, placed, type Reading } from './context.js';
import { castOf, constantOf } from './literals.js';
import { operationOf } from './operators.js';
import { statementOf } from './query.js';

/** Converts one expression. Kinds that are not listed are refused: the list is the allow-list. */
export function exprOf(ctx: Reading, node: Node | undefined, star: 'star-allowed' | 'no-star' = 'no-star'): Expr {
  if (!node) refuse('unparseable', 'an expression is missing');
  const [kind, fields] = open(node);
  const at = placed(ctx, (fields as { location?: number }).location);
  const all = (nodes: Node[] | undefined): Expr[] => (nodes ?? []).map((n) => exprOf(ctx, n));
  switch (kind) {
    case 'ColumnRef': return columnOf(ctx, fields, star);
    case 'A_Const': return constantOf(ctx, fields);
    case 'A_Expr': return operationOf(ctx, fields);
    case 'BoolExpr': return logicOf(ctx, fields);
    case 'FuncCall': return callOf(ctx, fields);
    case 'SQLValueFunction': return valueFunctionOf(ctx, fields);
    case 'TypeCast': return castOf(ctx, fields);
    case 'SubLink': return subqueryOf(ctx, fields);
    case 'CaseExpr': return caseOf(ctx, fields);
    case 'CoalesceExpr': return only('COALESCE', fields, ['args']), plainCall('coalesce', all(fields.args), at);
    case 'MinMaxExpr': return only('GREATEST', fields, ['op', 'args']), plainCall(fields.op === 'IS_LEAST' ? 'least' : 'greatest', all(fields.args), at);
    case 'GroupingFunc': return only('GROUPING', fields, ['args']), plainCall('grouping', all(fields.args), at);
    case 'NullTest':
      only('IS NULL', fields, ['arg', 'nulltesttype']);
      return { kind: 'null-test', operand: exprOf(ctx, fields.arg), negated: fields.nulltesttype === 'IS_NOT_NULL', ...at };
    case 'BooleanTest': {
      only('IS TRUE', fields, ['arg', 'booltesttype']);
      const test = fields.booltesttype ?? '';
      return { kind: 'boolean-test', operand: exprOf(ctx, fields.arg), value: test.endsWith('UNKNOWN') ? 'unknown' : test.endsWith('TRUE'), negated: test.startsWith('IS_NOT'), ...at };
    }
    case 'RowExpr':
      only('row', fields, ['args', 'row_format'], at.at);
      if ((fields.args?.length ?? 0) < 2) refuse('forbidden-node', 'a row needs two or more values', at.at);
      return { kind: 'row', items: all(fields.args), ...at };
    case 'A_ArrayExpr':
      only('array', fields, ['elements', 'list_start', 'list_end']);
      return { kind: 'array', items: all(fields.elements), ...at };
    case 'A_Indirection': return subscriptOf(ctx, fields);
    case 'CollateClause':
      only('COLLATE', fields, ['arg', 'collname'], at.at);
      return plainCall('collate', [exprOf(ctx, fields.arg), { kind: 'string', value: collationOf(fields.collname, at.at), ...at }], at);
    case 'ParamRef': return refuse('placeholder', 'an unresolved parameter', at.at);
    case 'SetToDefault': return refuse('forbidden-node', 'DEFAULT is not a value of a read', at.at);
    default: return refuse('forbidden-node', `${kind} is not allowed in a query`, at.at);
  }
}

/** `"de_DE"`, `"und-x-icu"`; PostgreSQL's own may have its schema before them, which says nothing. */
function collationOf(nodes: Node[] | undefined, at: number | undefined): string {
  const names = namesOf(nodes);
  const name = names.at(-1) ?? '';
  if (names.length > 2 || (names.length === 2 && names[0] !== 'pg_catalog') || !/^[A-Za-z0-9_.@-]+$/.test(name)) refuse('forbidden-node', 'this collation is not allowed', at);
  return name;
}

function columnOf(ctx: Reading, node: ColumnRef, star: 'star-allowed' | 'no-star'): Expr {
  const at = placed(ctx, node.location);
  only('column', node, ['fields'], at.at);
  const parts = node.fields ?? [];
  const last = parts.at(-1);
  if (last && 'A_Star' in last) {
    if (star === 'no-star') refuse('row-field-access', 'a whole row can\'t be used as a value', at.at);
    return { kind: 'star', qualifier: namesOf(parts.slice(0, -1)), ...at };
  }
  const names = namesOf(parts);
  if (names.length > 3) refuse('unknown-column', `${names.join('.')} has too many parts`, at.at);
  return { kind: 'column', qualifier: names.slice(0, -1), name: names.at(-1) ?? '', ...at };
}

function logicOf(ctx: Reading, node: BoolExpr): Expr {
  only('AND/OR', node, ['boolop', 'args']);
  const at = placed(ctx, node.location);
  const operands = (node.args ?? []).map((a) => exprOf(ctx, a));
  if (node.boolop !== 'NOT_EXPR') return { kind: 'logical', op: node.boolop === 'OR_EXPR' ? 'or' : 'and', operands, ...at };
  const operand = operands[0]!;
  // The grammar has no NOT IN over a subquery: it reads NOT (x IN (…)).
  if (operand.kind === 'in-query' && !operand.negated) return { ...operand, negated: true };
  return { kind: 'unary', op: 'not', operand, ...at };
}

function caseOf(ctx: Reading, node: CaseExpr): Expr {
  only('CASE', node, ['arg', 'args', 'defresult']);
  const branches = (node.args ?? []).map((branch) => {
    const [kind, fields] = open(branch);
    if (kind !== 'CaseWhen') refuse('forbidden-node', `${kind} in CASE`);
    only('WHEN', fields, ['expr', 'result']);
    return { when: exprOf(ctx, fields.expr), then: exprOf(ctx, fields.result) };
  });
  return {
    kind: 'case',
    ...(node.arg ? { operand: exprOf(ctx, node.arg) } : {}),
    branches,
    ...(node.defresult ? { otherwise: exprOf(ctx, node.defresult) } : {}),
    ...placed(ctx, node.location),
  };
}

function subqueryOf(ctx: Reading, node: SubLink): Expr {
  const at = placed(ctx, node.location);
  only('subquery', node, ['subLinkType', 'testexpr', 'operName', 'subselect'], at.at);
  const query: Query = statementOf(ctx, node.subselect ?? refuse('unparseable', 'a subquery is missing', at.at));
  const op = namesOf(node.operName).join('.');
  switch (node.subLinkType) {
    case 'EXISTS_SUBLINK': return { kind: 'exists', query, ...at };
    case 'EXPR_SUBLINK': return { kind: 'subquery', query, ...at };
    case 'ARRAY_SUBLINK': return plainCall('array_of', [{ kind: 'subquery', query, ...at }], at);
    case 'ANY_SUBLINK':
    case 'ALL_SUBLINK': {
      const left = exprOf(ctx, node.testexpr);
      if (node.subLinkType === 'ANY_SUBLINK' && !op) return { kind: 'in-query', operand: left, query, negated: false, ...at };
      if (op !== '=' && op !== '<>' && op !== '<' && op !== '<=' && op !== '>' && op !== '>=') refuse('unknown-operator', `the operator ${op} can't be used with a subquery`, at.at);
      return { kind: 'quantified', op, quantifier: node.subLinkType === 'ANY_SUBLINK' ? 'any' : 'all', left, right: query, ...at };
    }
    default: return refuse('forbidden-node', `${node.subLinkType} is not allowed`, at.at);
  }
}

function subscriptOf(ctx: Reading, node: A_Indirection): Expr {
  only('subscript', node, ['arg', 'indirection']);
  let operand = exprOf(ctx, node.arg);
  for (const step of node.indirection ?? []) {
    const [kind, fields] = open(step);
    if (kind !== 'A_Indices') refuse('row-field-access', 'a field of a row can\'t be taken', operand.at);
    only('subscript', fields, ['uidx'], operand.at);
    operand = { kind: 'subscript', operand, index: exprOf(ctx, fields.uidx), ...(operand.at === undefined ? {} : { at: operand.at }) };
  }
  return operand;
}
