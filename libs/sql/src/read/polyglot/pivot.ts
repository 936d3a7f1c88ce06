import type { CallExpr, ColumnExpr, Expr, FromItem, Pivot, Unpivot } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { nameOf, only, open, type Json, type Reading } from './context.js';
import { exprOf } from './expr.js';

/** `source PIVOT (sum(a) FOR m IN (…)) alias`. */
export function pivotOf(ctx: Reading, fields: Json, source: FromItem): Pivot {
  only('PIVOT', fields, ['this', 'expressions', 'fields', 'alias']);
  const [field, another] = fields['fields'] as unknown[];
  const [kind, list] = open(field);
  if (kind !== 'in' || another) refuse('forbidden-node', 'PIVOT takes FOR columns IN (values)');
  only('PIVOT', list, ['this', 'expressions']);
  const columns = columnsOf(ctx, list['this'], source);
  const aggregates = (fields['expressions'] as unknown[]).map((node) => aggregateOf(ctx, node, source));
  const values = ((list['expressions'] as unknown[] | undefined) ?? []).map((node) => entryOf(ctx, node, columns.length));
  if (values.length === 0) refuse('forbidden-node', 'PIVOT needs its values written out: a subquery or ANY has no fixed columns');
  return { kind: 'pivot', source: single(source), aggregates, columns, values, ...aliased(ctx, fields) };
}

/** `source UNPIVOT (v FOR m IN (a, b)) alias`. */
export function unpivotOf(ctx: Reading, fields: Json, source: FromItem): Unpivot {
  only('UNPIVOT', fields, ['this', 'value_column', 'value_column_parenthesized', 'extra_value_columns', 'name_column', 'columns', 'include_nulls', 'alias']);
  const values = [fields['value_column'], ...((fields['extra_value_columns'] as unknown[] | null) ?? [])].map((n) => nameOf(ctx, n));
  const groups = (fields['columns'] as unknown[]).map((node) => groupOf(ctx, node, source, values.length));
  return { kind: 'unpivot', source: single(source), values, names: [nameOf(ctx, fields['name_column'])], groups, includeNulls: fields['include_nulls'] === true, ...aliased(ctx, fields) };
}

const aliased = (ctx: Reading, fields: Json): { alias?: string } => (fields['alias'] ? { alias: nameOf(ctx, fields['alias']) } : {});

/** One table or subquery: of several it would depend on the engine which columns its rows are grouped by. */
function single(source: FromItem): FromItem {
  return source.kind === 'table' || source.kind === 'derived-table' ? source : refuse('forbidden-node', 'PIVOT and UNPIVOT stand on one table or subquery: put the joins in a subquery');
}

function aggregateOf(ctx: Reading, node: unknown, source: FromItem): Pivot['aggregates'][number] {
  const [kind, fields] = open(node);
  if (kind === 'alias') {
    only('PIVOT', fields, ['this', 'alias']);
    return { ...aggregateOf(ctx, fields['this'], source), alias: nameOf(ctx, fields['alias']) };
  }
  const call = exprOf(ctx, node);
  if (call.kind !== 'call' || call.over) return refuse('wrong-arguments', 'PIVOT takes aggregates', call.at);
  return { call: { ...call, args: call.args.map((a) => (a.kind === 'column' ? bare(a, source) : a)) } satisfies CallExpr };
}

function columnsOf(ctx: Reading, node: unknown, source: FromItem): ColumnExpr[] {
  const [kind, fields] = open(node);
  if (kind === 'paren') return columnsOf(ctx, fields['this'], source);
  if (kind === 'tuple') return (fields['expressions'] as unknown[]).flatMap((n) => columnsOf(ctx, n, source));
  const column = exprOf(ctx, node);
  return column.kind === 'column' ? [bare(column, source)] : refuse('forbidden-node', 'a column is needed here', column.at);
}

/** Inside PIVOT names are the source's own and stand without it. */
function bare(column: ColumnExpr, source: FromItem): ColumnExpr {
  if (column.qualifier.length === 0) return column;
  const own = source.kind === 'table' ? source.alias ?? source.name.at(-1) : source.kind === 'derived-table' ? source.alias : undefined;
  if (column.qualifier.length > 1 || column.qualifier[0] !== own) refuse('unknown-table', `${column.qualifier.join('.')} is not what PIVOT stands on`, column.at);
  return { ...column, qualifier: [] };
}

/** A value, or several in brackets, with or without a name; in SQL Server the value is written as a name. */
function entryOf(ctx: Reading, node: unknown, width: number): Pivot['values'][number] {
  const [kind, fields] = open(node);
  if (kind === 'pivot_alias' || kind === 'alias') {
    only('PIVOT', fields, ['this', 'alias']);
    return { ...entryOf(ctx, fields['this'], width), alias: aliasOf(ctx, fields['alias']) };
  }
  const values = (kind === 'tuple' ? (fields['expressions'] as unknown[]) : [kind === 'paren' ? fields['this'] : node]).map((n) => valueOf(ctx, n));
  if (values.length !== width) refuse('column-count', `PIVOT has ${width} columns and ${values.length} values`);
  return { values };
}

function valueOf(ctx: Reading, node: unknown): Expr {
  const value = exprOf(ctx, node);
  const plain = value.kind === 'unary' && value.op === '-' ? value.operand : value;
  const fits = ctx.grammar.pivotNames ? value.kind === 'column' && value.qualifier.length === 0 : plain.kind === 'number' || plain.kind === 'string' || plain.kind === 'typed-literal' || plain.kind === 'null';
  return fits ? value : refuse('forbidden-node', 'PIVOT takes written values only', value.at);
}

/** A name comes as an identifier, or as a column that it looks like. */
function aliasOf(ctx: Reading, node: unknown): string {
  const json = node as Json;
  if ('name' in json) return nameOf(ctx, json);
  const [kind, fields] = open(node);
  return kind === 'column' && !fields['table'] ? nameOf(ctx, fields['name']) : refuse('forbidden-node', 'a name is needed here');
}

function groupOf(ctx: Reading, node: unknown, source: FromItem, width: number): Unpivot['groups'][number] {
  const [kind, fields] = open(node);
  const labelled = kind === 'pivot_alias' || kind === 'alias';
  if (labelled) only('UNPIVOT', fields, ['this', 'alias']);
  const columns = columnsOf(ctx, labelled ? fields['this'] : node, source);
  if (columns.length !== width) refuse('column-count', `UNPIVOT gives ${width} values and names ${columns.length} columns`, columns[0]?.at);
  if (!labelled) return { columns };
  const label = exprOf(ctx, fields['alias']);
  if (label.kind !== 'string' && label.kind !== 'number') refuse('forbidden-node', 'UNPIVOT takes written labels only', label.at);
  return { columns, labels: [label] };
}
