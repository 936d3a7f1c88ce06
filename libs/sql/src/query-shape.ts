import type { Query, QueryShape } from '@countersign/contracts';

interface Draft extends Omit<QueryShape, 'calls' | 'compared' | 'columns' | 'tables'> {
  calls: Set<string>;
  compared: Set<QueryShape['compared'][number]>;
  columns: Set<string>;
  tables: Set<string>;
}

type Node = Readonly<Record<string, unknown>> & { kind?: string };

/**
 * Reads the shape of a query off its tree.
 *
 * @example queryShape(query).calls.includes('count')
 */
export function queryShape(query: Query): QueryShape {
  const shape: Draft = {
    calls: new Set(), grouped: false, having: false, ordered: query.orderBy[0]?.direction ?? null, limit: query.limit, distinct: false, negated: false, either: false,
    intersected: false, compared: new Set(), values: [], columns: new Set(), tables: new Set(), nested: -1,
  };
  visit(query, shape);
  return { ...shape, calls: [...shape.calls], compared: [...shape.compared], columns: [...shape.columns], tables: [...shape.tables] };
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
  if (op === '<>') shape.negated = true;
  if (op === '>' || op === '>=') shape.compared.add('more');
  if (op === '<' || op === '<=') shape.compared.add('less');
}
