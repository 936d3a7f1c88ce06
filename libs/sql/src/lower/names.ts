import type { Query, QueryBody, Select, SelectItem } from '@countersign/contracts';
import { outputName } from '../resolve/output-name.js';

/** Output names of a body, in order; nothing when a star hides them. */
export function bodyNames(body: QueryBody): string[] | undefined {
  const first = firstSelect(body);
  if (!first || first.items.some((i) => i.expr.kind === 'star')) return undefined;
  return first.items.map(outputName);
}

/** The SELECT that names the output of a set operation. */
export function firstSelect(body: QueryBody): Select | undefined {
  if (body.kind === 'select') return body;
  if (body.kind === 'set-operation') return firstSelect(body.left);
  return body.kind === 'query' ? firstSelect(body.body) : undefined;
}

/** Every item under the name that PostgreSQL gives it: other engines leave expressions without one, or name them otherwise. */
export function named(items: readonly SelectItem[]): SelectItem[] {
  return items.map((item) => (item.alias === undefined && item.expr.kind !== 'column' && item.expr.kind !== 'star' ? { ...item, alias: outputName(item) } : item));
}

/** The same for the SELECT that names the output of a set operation. */
export function namedBody(body: QueryBody): QueryBody {
  switch (body.kind) {
    case 'select': return { ...body, items: named(body.items) };
    case 'set-operation': return { ...body, left: namedBody(body.left) };
    case 'query': return { ...body, body: namedBody(body.body) };
    case 'values': return body;
  }
}

/** In a derived table no two columns may share a name. Nothing can refer to such a column, so a number does no harm. */
export function distinctNames(items: readonly SelectItem[]): SelectItem[] {
  const taken = new Set(items.map((i) => (i.expr.kind === 'star' ? '*' : outputName(i))));
  const seen = new Set<string>();
  return items.map((item) => {
    const name = item.expr.kind === 'star' ? '*' : outputName(item);
    if (name === '*' || !seen.has(name)) return seen.add(name), item;
    let n = 2;
    while (taken.has(`${name}_${n}`)) n++;
    taken.add(`${name}_${n}`);
    return { ...item, alias: `${name}_${n}` };
  });
}

/** What `SELECT … FROM (body) AS q` selects to give all of it, under the names it had; `*` only where the names are not known. */
export function itemsOf(body: QueryBody): SelectItem[] {
  const first = firstSelect(body);
  const names = bodyNames(body);
  if (!first || !names) return [{ expr: { kind: 'star', qualifier: [] } }];
  return distinctNames(named(first.items)).map((item, i) => {
    const name = outputName(item);
    return { expr: { kind: 'column', qualifier: ['q'], name }, ...(name === names[i] ? {} : { alias: names[i]! }) };
  });
}

/** Names the output columns of a query from outside, as `AS t (a, b)` does. Nothing when they can't be told apart. */
export function renamed(query: Query, names: readonly string[]): Query | undefined {
  const body = renamedBody(query.body, names);
  const sortsByName = query.orderBy.some((o) => o.expr.kind === 'column' && o.expr.qualifier.length === 0);
  return body && !sortsByName ? { ...query, body } : undefined;
}

function renamedBody(body: QueryBody, names: readonly string[]): QueryBody | undefined {
  switch (body.kind) {
    case 'select':
      if (body.items.some((i) => i.expr.kind === 'star')) return undefined;
      return { ...body, items: body.items.map((item, i) => (names[i] === undefined ? item : { ...item, alias: names[i] })) };
    case 'set-operation': {
      const left = renamedBody(body.left, names);
      return left && { ...body, left };
    }
    case 'query': return renamed(body, names);
    case 'values': return undefined;
  }
}
