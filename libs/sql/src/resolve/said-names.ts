import type { Expr, QueryBody, SelectItem } from '@countersign/contracts';
import { outputName, UNNAMED } from './output-name.js';

/** Whether the engine's own name for the item can't be doubted. */
const saysItsName = (item: SelectItem): boolean => item.alias !== undefined || item.expr.kind === 'column' || item.expr.kind === 'star';

/** The output names that the engine of the text knows: what an expression without alias is called is PostgreSQL's own. */
export function knownNames(items: readonly SelectItem[], implied: boolean): string[] {
  return items.filter((item) => implied || saysItsName(item)).map(outputName);
}

/**
 * A body whose output names are written down: what another level calls a column is then a column there by construction, and
 * not by both sides having the same idea of a name. Else the engine might look further, and find a table or a function.
 *
 * @param wanted only these names; all when absent
 */
export function sayNames(body: QueryBody, wanted?: ReadonlySet<string>): QueryBody {
  switch (body.kind) {
    case 'select': return { ...body, items: body.items.map((item) => sayName(item, wanted)) };
    case 'set-operation': return { ...body, left: sayNames(body.left, wanted) };
    case 'query': return { ...body, body: sayNames(body.body, wanted) };
    case 'values': return body;
  }
}

function sayName(item: SelectItem, wanted: ReadonlySet<string> | undefined): SelectItem {
  const name = outputName(item);
  return saysItsName(item) || name === UNNAMED || (wanted && !wanted.has(name)) ? item : { ...item, alias: name };
}

/** Names without a relation before them among expressions that sort. */
export function bareNames(list: readonly Expr[]): ReadonlySet<string> {
  return new Set(list.flatMap((e) => (e.kind === 'column' && e.qualifier.length === 0 ? [e.name] : [])));
}
