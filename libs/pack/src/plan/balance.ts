import type { BoundDimension, Expr, FromItem, Period } from '@countersign/contracts';
import { TIME, type AggregateMetric, type Pack } from '../pack.js';
import { periodOn } from './conditions.js';
import { bucket } from './dimensions.js';
import { all, binary, call, column, item, number, orderBy, over, query, select } from './expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import { Source, type BaseRows } from './source.js';

interface Asked {
  pack: Pack;
  today: string;
  dimensions: BoundDimension[];
  period: Period | null;
}

const PLACE = 'balance_place';

/**
 * The rows of a balance that count: in each period of the breakdown (without one: in the period asked for), the last or
 * first date of each thing that has a balance. They are picked among the balances alone, before anything is joined.
 */
export function balanceRows({ pack, today, dimensions, period }: Asked, leaf: AggregateMetric): BaseRows | undefined {
  const { balance } = leaf;
  if (!balance || balance.take === 'average') return undefined;
  const [owner = '', date = ''] = leaf.time?.split('.') ?? [];
  if (owner !== leaf.of) throw new NoPlan(WHY.noDateOfItsOwn(leaf.label));
  const from = (columns: string[]): FromItem => {
    const source = new Source(pack, leaf.of, today);
    const own = (name: string): Expr => source.column(leaf.of, name);
    const buckets = dimensions.filter((d) => d.ref === TIME).map((d) => bucket(source, leaf.time!, d.grain ?? 'month'));
    const window = over([...balance.each.map(own), ...buckets], [orderBy(own(date), balance.take === 'last' ? 'desc' : 'asc')]);
    const where = all(periodOn(source, leaf.time, period));
    const inner = select({ items: [...columns.map((name) => item(own(name), name)), item(call('rank', [], { over: window }), PLACE)], from: source.from, ...(where ? { where } : {}) });
    return { kind: 'derived-table', query: query(inner), alias: leaf.of, columnAliases: [], lateral: false };
  };
  return { from, where: binary(column(PLACE, leaf.of), '=', number('1')) };
}

/** Metrics that take the same balances may share rows. */
export const balanceKey = ({ balance }: AggregateMetric): string => (balance && balance.take !== 'average' ? `${balance.take} ${balance.each.join()}` : '');

/** In words, for the proof. */
export function balanceProof(leaf: AggregateMetric): string {
  const { take, each } = leaf.balance!;
  const of = each.length > 0 ? `each ${each.join(', ')}` : 'all rows together';
  if (take === 'average') return `${leaf.id}: a balance is not added over time; the sum over ${leaf.of} rows is divided by the number of different ${leaf.time} among them`;
  return `${leaf.id}: a balance is not added over time; the ${take} ${leaf.time} of ${of} is picked first, then joined`;
}
