import type { BridgeDef, Pack } from '../pack.js';
import { any, binary, call, column, item, number, query, select, table } from '../plan/expr.js';
import { derived, isNull, ROWS, rowsWhere } from './counting.js';
import type { Probe } from './probe.js';

/** Thirds written with six digits still make a whole; a part in a million of an amount is no figure. */
const [LEAST, MOST] = ['0.999999', '1.000001'];

/** What a bridge shares out has to add up to the whole again: the weights of each owner make 1, as the planner takes them. */
export function bridgeProbe(pack: Pack, { entity, from, to, weight }: BridgeDef): Probe[] {
  const across = pack.relationships.find((r) => r.from.entity === entity && r.to.entity === from);
  if (!across) return [];
  const owner = column(across.from.column, entity);
  const share = call('coalesce', [weight, number('1')]);
  const owners = query(select({
    items: [item(owner, 'k'), item(call('sum', [share]), 'total'), item(call('min', [share]), 'least')],
    from: [table(entity)], groupBy: [{ kind: 'group-expr', expr: owner }],
  }));
  const [total, least] = [column('total', 'o'), column('least', 'o')];
  const off = any([binary(total, '<', number(LEAST)), binary(total, '>', number(MOST))])!;
  return [{
    id: `bridge:${entity}`, kind: 'bridge', about: `${entity}: ${from} → ${to}`,
    query: query(select({
      items: [item(ROWS, 'owners'), item(rowsWhere(off), 'off'), item(rowsWhere(isNull(column('k', 'o'))), 'without'), item(rowsWhere(binary(least, '<', number('0'))), 'negative'), item(call('min', [total]), 'least_total'), item(call('max', [total]), 'most_total')],
      from: [derived(owners, 'o')],
    })),
  }];
}
