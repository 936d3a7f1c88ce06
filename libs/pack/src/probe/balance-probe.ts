import type { AggregateMetric, Pack } from '../pack.js';
import { repeatedKeys } from './counting.js';
import type { Probe } from './probe.js';

/**
 * A balance is the one row of a thing and a date: a second one would be added to it. Where the grain has the date in it, the proof of the
 * grain says so already, and `each` may name less on purpose (all warehouses of an item). Where rows have a key of their own, it has to be
 * asked of the data.
 */
export function balanceProbes(pack: Pack, isStored: (entity: string) => boolean): Probe[] {
  const probes = [...pack.metrics.values()].flatMap((metric) => (isBalance(metric) && isStored(metric.of) ? balanceProbe(pack, metric) : []));
  return [...new Map(probes.map((probe) => [probe.id, probe])).values()];
}

type Balance = AggregateMetric & Required<Pick<AggregateMetric, 'balance'>>;
const isBalance = (metric: { kind: string }): metric is Balance => 'balance' in metric && metric.balance !== undefined;

function balanceProbe(pack: Pack, { of, time, balance: { each } }: Balance): Probe[] {
  const [owner, date] = time?.split('.') ?? [];
  const grain = pack.entities.get(of)?.grain ?? [];
  if (owner !== of || date === undefined || each.length === 0 || grain.includes(date) || grain.every((name) => each.includes(name))) return [];
  // A balance of nobody is one more balance; one without a date is picked as the last of all.
  const key = [...each, date];
  return [{ id: `balance:${of}.${key.join('+')}`, kind: 'balance', about: `${of}.${key.join(', ')}`, query: repeatedKeys(of, key, [date]) }];
}
