import type { Interpretation, OrderItem } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import { withCtes } from './combine.js';
import { binary, call, column, item, number, orderBy, over, query, select, table } from './expr.js';
import { figuresOf, ordering, type Figures } from './figures.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import type { Planned } from './plan-query.js';

const grouped = (figures: Figures) => [...figures.ctes, { name: 'grouped', columns: [], query: query(figures.body) }];

/** "top 3 products in each category": ranked inside each group, ties broken by the key. */
export function planWithin(pack: Pack, i: Interpretation): Planned {
  const figures = figuresOf(pack, i);
  const within = new Set(i.limitWithin);
  const groups = figures.dimensions.filter((d) => within.has(d.shown.ref ?? ''));
  const rest = figures.dimensions.filter((d) => !groups.includes(d) && d.shown.role === 'dimension');
  const [asked] = i.order;
  const value = figures.values.find((v) => v.ref === asked?.ref);
  if (!asked || !value) throw new NoPlan(WHY.nothingToRank);
  const sort: OrderItem[] = [orderBy(column(value.name, 'grouped'), asked.direction, value.nullable), ...rest.map((d) => orderBy(column(d.name, 'grouped'), 'asc'))];
  const names = [...figures.dimensions.map((d) => d.name), ...figures.values.map((v) => v.name)];
  const ranked = select({ items: [...names.map((n) => item(column(n, 'grouped'), n)), item(call('row_number', [], { over: over(groups.map((d) => column(d.name, 'grouped')), sort) }), 'place')], from: [table('grouped')] });
  const body = select({ items: names.map((n) => item(column(n, 'ranked'), n)), from: [table('ranked')], where: binary(column('place', 'ranked'), '<=', number(String(i.limit ?? 1))) });
  return {
    query: withCtes([...grouped(figures), { name: 'ranked', columns: [], query: query(ranked) }], body, { orderBy: [...groups.map((d) => orderBy(column(d.name, 'ranked'), 'asc')), orderBy(column('place', 'ranked'), 'asc')], limit: null }),
    columns: [...figures.dimensions.map((d) => d.shown), ...figures.values.map((v) => v.shown)],
    proofs: [...figures.proofs, 'ranked inside each group; ties are broken by the key'],
  };
}
