import type { Expr, Query, Select } from '@countersign/contracts';
import { binary, call, column, item, number, query, select, table } from '../plan/expr.js';

/** How probes count: small pieces of their queries. */
export const ROWS = call('count', [{ kind: 'star', qualifier: [] }]);
export const isNull = (operand: Expr, negated = false): Expr => ({ kind: 'null-test', operand, negated });
export const derived = (inner: Query, alias: string): Select['from'][number] => ({ kind: 'derived-table', query: inner, alias, columnAliases: [], lateral: false });

/** How many rows a condition holds for; 0 where there are none. */
export const rowsWhere = (condition: Expr): Expr => call('coalesce', [call('sum', [{ kind: 'case', branches: [{ when: condition, then: number('1') }], otherwise: number('0') }]), number('0')]);

/**
 * One group a key: all rows, the keys that stand in more than one, and those that are missing in part.
 * @param needed the parts that have to be there; every one when absent
 */
export function repeatedKeys(entity: string, key: readonly string[], needed = key): Query {
  const parts = key.map((name) => column(name, entity));
  const groups = query(select({ items: [...parts.map((part, i) => item(part, `k${i}`)), item(ROWS, 'n')], from: [table(entity)], groupBy: parts.map((expr) => ({ kind: 'group-expr', expr })) }));
  const empty = key.flatMap((name, i) => (needed.includes(name) ? [isNull(column(`k${i}`, 'g'))] : []));
  return query(select({
    items: [
      item(call('coalesce', [call('sum', [column('n', 'g')]), number('0')]), 'row_count'),
      item(rowsWhere(binary(column('n', 'g'), '>', number('1'))), 'repeated'),
      item(rowsWhere(empty.length === 1 ? empty[0]! : { kind: 'logical', op: 'or', operands: empty }), 'without'),
    ],
    from: [derived(groups, 'g')],
  }));
}
