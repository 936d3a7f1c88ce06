import type { Query } from '@countersign/contracts';

/** What a query does, of what a question can ask for in words. */
export interface QueryShape {
  calls: ReadonlySet<string>;
  grouped: boolean;
  /** Conditions on groups. */
  having: boolean;
  ordered: 'asc' | 'desc' | undefined;
  limit: number | null;
  distinct: boolean;
  /** Rows are left out that have or do something: NOT, <>, EXCEPT, IS NULL. */
  negated: boolean;
  /** One of several: OR, UNION, IN. */
  either: boolean;
  intersected: boolean;
  /** More or less than something. */
  compared: ReadonlySet<'more' | 'less'>;
  conditions: number;
  /** Values it compares with, as written. */
  values: readonly string[];
  /** Columns and tables at any depth, as written, without qualifiers. */
  columns: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  /** Result columns, and those of them that are aggregates. */
  shown: number;
  shownAggregates: number;
  nested: number;
}

interface Draft extends QueryShape {
  calls: Set<string>;
  compared: Set<'more' | 'less'>;
  values: string[];
  columns: Set<string>;
  tables: Set<string>;
}

type Node = Readonly<Record<string, unknown>> & { kind?: string };

const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max', 'string_agg', 'array_agg', 'stddev', 'variance']);

/**
 * Reads the shape of a query off its tree.
 *
 * @example shapeOf(query).calls.has('count')
 */
export function shapeOf(query: Query): QueryShape {
  const shape: Draft = {
    calls: new Set(), grouped: false, having: false, ordered: query.orderBy[0]?.direction, limit: query.limit, distinct: false, negated: false, either: false,
    intersected: false, compared: new Set(), conditions: 0, values: [], columns: new Set(), tables: new Set(), shown: 0, shownAggregates: 0, nested: -1,
  };
  visit(query, shape);
  let body = query.body;
  while (body.kind === 'set-operation') body = body.left;
  if (body.kind === 'select') {
    shape.shown = body.items.length;
    shape.shownAggregates = body.items.filter(({ expr }) => expr.kind === 'call' && AGGREGATES.has(expr.name)).length;
  }
  return shape;
}

function visit(value: unknown, shape: Draft): void {
  if (Array.isArray(value)) return value.forEach((one) => visit(one, shape));
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  note(node, shape);
  for (const child of Object.values(node)) visit(child, shape);
}

/** What one node adds. */
function note(node: Node, shape: Draft): void {
  if (node['negated'] === true) shape.negated = true;
  switch (node.kind) {
    case 'query':
      shape.nested += 1;
      if (shape.nested > 0 && typeof node['limit'] === 'number') shape.limit ??= node['limit'];
      return;
    case 'select':
      if (node['distinct'] === true) shape.distinct = true;
      if ((node['groupBy'] as unknown[]).length > 0) shape.grouped = true;
      if (node['having'] !== undefined) shape.having = true;
      return;
    case 'set-operation': return noteSet(node, shape);
    case 'call':
      shape.calls.add(String(node['name']));
      if (node['distinct'] === true) shape.distinct = true;
      return;
    case 'logical':
      if (node['op'] === 'or') shape.either = true;
      return;
    case 'unary':
      if (node['op'] === 'not') shape.negated = true;
      return;
    case 'null-test': shape.negated = true; return;
    case 'binary': return noteComparison(node, shape);
    case 'between': shape.compared.add('more').add('less'); return;
    case 'in-list': shape.either = true; return;
    case 'like': case 'in-query': case 'exists': shape.conditions += 1; return;
    case 'string': case 'typed-literal': shape.values.push(String(node['value'])); return;
    case 'number': shape.values.push(String(node['text'])); return;
    case 'column': shape.columns.add(String(node['name']).toLowerCase()); return;
    case 'table': shape.tables.add(String((node['name'] as string[]).at(-1)).toLowerCase()); return;
    default: return;
  }
}

function noteSet(node: Node, shape: Draft): void {
  if (node['op'] === 'except') shape.negated = true;
  else if (node['op'] === 'intersect') shape.intersected = true;
  else shape.either = true;
}

function noteComparison(node: Node, shape: Draft): void {
  const op = String(node['op']);
  const [left, right] = [node['left'] as Node, node['right'] as Node];
  // Two columns compared for equality are a join.
  if (!['=', '<>', '<', '<=', '>', '>='].includes(op) || (op === '=' && left.kind === 'column' && right.kind === 'column')) return;
  shape.conditions += 1;
  if (op === '<>') shape.negated = true;
  if (op === '>' || op === '>=') shape.compared.add('more');
  if (op === '<' || op === '<=') shape.compared.add('less');
}
