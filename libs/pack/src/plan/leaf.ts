import type { BoundDimension, BoundFilter, Expr } from '@countersign/contracts';
import { mapColumns } from '../load/walk-expr.js';
import { TIME, WEEKDAY, type AggregateMetric, type BridgeDef, type Pack } from '../pack.js';
import { balanceProof } from './balance.js';
import { entityOf } from './conditions.js';
import { binary, call, nullIfZero, number, when } from './expr.js';
import { commonFact, reaches } from './join-graph.js';
import { NoPlan } from './no-plan.js';
import { labelOf, WHY } from './why-not.js';
import type { Source } from './source.js';

/** Where a leaf aggregate is taken: its own rows, rows that repeat them made distinct by key (counts), or its rows shared out over a bridge (sums). */
export interface LeafPlan {
  leaf: AggregateMetric;
  base: string;
  distinctKey: { entity: string; column: string } | null;
  bridge?: BridgeDef;
  proof: string;
}

/** Chooses the rows an aggregate is taken over so that the dimensions do not repeat what is added up. */
export function planLeaf(pack: Pack, leaf: AggregateMetric, dimensions: BoundDimension[], filters: BoundFilter[] = []): LeafPlan {
  if (leaf.balance && [...dimensions, ...filters].some(({ ref }) => ref === WEEKDAY)) throw new NoPlan(WHY.balanceByWeekday(leaf.label));
  const entities = dimensions.filter((d) => d.ref !== TIME && d.ref !== WEEKDAY).map((d) => pack.dimensions.get(d.ref)?.entity ?? d.ref);
  const outside = entities.filter((e) => !reaches(pack, leaf.of, e));
  const shared = sharedOut(pack, leaf, outside, filters);
  if (shared) return shared;
  if (outside.length === 0) return { leaf, base: leaf.of, distinctKey: null, proof: leaf.balance ? balanceProof(leaf) : `${leaf.id}: ${verb(leaf)} over ${leaf.of} rows; every join is many-to-one, so no row is repeated` };
  const ofCalendar = dimensions.find((d) => [pack.calendar.academic?.dimension, pack.calendar.academic?.yearDimension].includes(d.ref));
  // Over rows of something else the term would be that of those rows, not the one the metric is dated by.
  if (leaf.time !== undefined && ofCalendar && outside.includes(pack.dimensions.get(ofCalendar.ref)!.entity)) throw new NoPlan(WHY.otherDate(leaf.label, pack.dimensions.get(ofCalendar.ref)!.label));
  const key = leaf.kind === 'count' ? { entity: leaf.of, column: pack.entities.get(leaf.of)!.grain[0]! } : leaf.kind === 'distinct' && leaf.value?.kind === 'column' ? { entity: leaf.value.qualifier[0]!, column: leaf.value.name } : null;
  const base = commonFact(pack, [leaf.of, ...entities]);
  if (leaf.kind === 'count' && pack.entities.get(leaf.of)!.grain.length > 1) throw new NoPlan(WHY.noKeyToCount(leaf.label, outside.map((e) => labelOf(pack, e))));
  if (base === undefined || !key || leaf.balance) throw new NoPlan(WHY.repeated(leaf.label, outside.map((e) => labelOf(pack, e)), labelOf(pack, leaf.of)));
  return { leaf, base, distinctKey: key, proof: `${leaf.id}: counted by distinct ${key.entity}.${key.column} over ${base} rows, because one ${leaf.of} row has several there` };
}

/** An amount asked for by, or of, what lies beyond a bridge: each row's amount is divided by the declared weights. */
function sharedOut(pack: Pack, leaf: AggregateMetric, outside: string[], filters: BoundFilter[]): LeafPlan | undefined {
  if (leaf.kind !== 'sum') return undefined;
  const far = new Set([...outside, ...filters.filter((f) => f.op !== 'exists' && f.op !== 'not-exists' && f.ref !== WEEKDAY).map((f) => entityOf(pack, f.ref)).filter((e) => !reaches(pack, leaf.of, e))]);
  const bridge = far.size === 0 ? undefined : pack.bridges.find((b) => reaches(pack, leaf.of, b.from) && [...far].every((e) => e !== b.entity && reaches(pack, b.entity, e)));
  if (!bridge) return undefined;
  const own = leaf.balance ? balanceProof(leaf) : `${leaf.id}: summed over ${leaf.of} rows`;
  return { leaf, base: leaf.of, distinctKey: null, bridge, proof: `${own}; each is shared out over ${bridge.to} by the weights of ${bridge.entity}, which add up to 1, so the parts add up to the whole` };
}

const verb = (leaf: AggregateMetric): string => ({ count: 'counted', sum: 'summed', distinct: 'distinct values counted', avg: 'averaged', min: 'least taken', max: 'greatest taken' })[leaf.kind];

/** The aggregate itself; `only` narrows what it takes without narrowing the rows (for one side of a ratio). */
export function aggregateOf(source: Source, plan: LeafPlan, only: Expr | undefined): Expr {
  const { leaf, distinctKey } = plan;
  const narrowed = (expr: Expr): Expr => (only === undefined ? expr : when(only, expr));
  if (distinctKey) return call('count', [narrowed(source.column(distinctKey.entity, distinctKey.column))], { distinct: true });
  if (leaf.kind === 'count') return call('count', [only === undefined ? { kind: 'star', qualifier: [] } : when(only, number('1'))]);
  const value = narrowed(mapColumns(leaf.value!, (c) => source.column(c.qualifier[0]!, c.name)));
  if (leaf.kind === 'distinct') return call('count', [value], { distinct: true });
  const { bridge } = plan;
  const amount = bridge ? binary(value, '*', source.weight(bridge, (at) => mapColumns(bridge.weight, (c) => at(c.qualifier[0]!, c.name)))) : value;
  if (leaf.balance?.take !== 'average') return call(leaf.kind, [amount]);
  const [owner = '', date = ''] = leaf.time!.split('.');
  return binary(call('sum', [amount]), '/', nullIfZero(call('count', [narrowed(source.column(owner, date))], { distinct: true })));
}
