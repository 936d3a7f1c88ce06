import type { DeclaredAggregate, DeclaredEntity, DeclaredMetric, DeclaredStep, Declarations, Expr } from '@countersign/contracts';
import { columnsIn, mapColumns } from '../load/walk-expr.js';
import type { AggregateMetric, EntityDef, MetricDef, Pack, SeriesDef } from '../pack.js';
import { leavesOf } from '../describe/metric-parts.js';
import { all, column } from '../plan/expr.js';
import { pathBetween } from '../plan/join-graph.js';
import { metricExpr } from '../plan/metric-expr.js';
import { worth } from '../plan/source.js';

const made = new WeakMap<Pack, Declarations>();

/**
 * What the pack declares, as data: what SQL is built from where a candidate names a metric or filter, and held against where
 * it computes one by hand. Made once for a pack.
 *
 * @example declarationsOf(pack).metrics[0] // { id: 'order_count', value: …, parts: [{ id: 'order_count', kind: 'count', of: 'orders', joins: [] }], … }
 */
export function declarationsOf(pack: Pack): Declarations {
  let declared = made.get(pack);
  if (!declared) {
    declared = {
      entities: [...pack.entities.values()].map((entity) => entityOf(pack, entity)),
      metrics: [...[...pack.metrics.values()].map((metric) => metricOf(pack, metric)), ...[...pack.series.values()].map(seriesOf)],
      filters: [...pack.filters.values()].map(({ id, label, definition, entity, where }) => ({ id, label, definition, entity, where })),
    };
    made.set(pack, declared);
  }
  return declared;
}

function entityOf(pack: Pack, { id, table, label, grain, columns }: EntityDef): DeclaredEntity {
  const values = [...pack.dimensions.values()].flatMap((d) => (d.entity === id && d.values ? [[d.column, [...d.values.keys()]] as [string, string[]]] : []));
  const stored = [...columns.values()].filter((c) => !c.scored);
  return {
    id, table, label, key: grain, columns: stored.map((c) => c.id),
    references: pack.relationships.filter((r) => r.from.entity === id).map(({ from, to, optional }) => ({ column: from.column, to, optional })),
    always: stored.filter((c) => c.nulls === 'never').map((c) => c.id),
    values: Object.fromEntries(values),
  };
}

function metricOf(pack: Pack, metric: MetricDef): DeclaredMetric {
  const { id, label, definition } = metric;
  const { synonyms } = pack.source.metrics[id] ?? {};
  const parts = new Map(leavesOf(pack, id).map((leaf) => [leaf.id, aggregateOf(pack, leaf)]));
  const sayable = [...parts.values()].every((part) => part !== undefined);
  const narrowed = 'narrowed' in metric ? [...Object.values(metric.narrowed), ...metric.inPeriod] : [];
  return {
    id, label, definition, private: metric.private,
    names: [...new Set([id, label.en, label.ko, ...(synonyms?.en ?? []), ...(synonyms?.ko ?? [])])],
    ...(sayable ? { value: metricExpr(pack, id, (leaf) => column(leaf.id, '')) } : {}),
    parts: [...parts.values()].filter((part) => part !== undefined),
    variants: [...new Set(narrowed)],
  };
}

/** What is asked of a metric over time is no aggregate of rows. */
const seriesOf = ({ id, label, definition, private: hidden }: SeriesDef): DeclaredMetric => ({ id, label, definition, private: hidden, names: [id, label.en, label.ko], parts: [], variants: [] });

/**
 * Undefined where no aggregate over the rows of a SELECT says it: balances, amounts whose unit each row says, what tests rows
 * that one row may have many of, and what rests on the version of something that holds at a day.
 */
function aggregateOf(pack: Pack, metric: AggregateMetric): DeclaredAggregate | undefined {
  const { id, kind, of, value, where, time, smallGroup } = metric;
  if (metric.balance || metric.unitFrom) return undefined;
  const condition = all(where.map((ref) => pack.filters.get(ref)!.where));
  const behind = smallGroup && column(pack.entities.get(smallGroup.of)!.grain[0]!, smallGroup.of);
  const joins = joinsTo(pack, of, [value, condition, behind].flatMap((e) => (e ? columnsIn(e) : [])).map((c) => c.qualifier[0]!));
  return joins && {
    id, kind, of, joins,
    ...(value ? { value: stored(pack, value) } : {}),
    ...(condition ? { where: stored(pack, flat(condition)) } : {}),
    ...(time === undefined ? {} : { time }),
    ...(smallGroup && behind ? { smallGroup: { of: behind, least: smallGroup.least } } : {}),
  };
}

/** What a column is worth is said by the column that is stored. */
function stored(pack: Pack, e: Expr): Expr {
  return mapColumns(e, (c) => {
    const scored = pack.entities.get(c.qualifier[0]!)?.columns.get(c.name)?.scored;
    return scored ? worth({ ...c, name: scored.from }, scored.scores) : c;
  });
}

/** One condition is one list of conditions that must all hold, whichever filters they come from. */
const flat = (condition: Expr): Expr => (condition.kind === 'logical' && condition.op === 'and' ? { ...condition, operands: condition.operands.flatMap((e) => (e.kind === 'logical' && e.op === 'and' ? e.operands : [e])) } : condition);

function joinsTo(pack: Pack, of: string, entities: string[]): DeclaredStep[] | undefined {
  const joins: DeclaredStep[] = [];
  for (const entity of new Set(entities)) {
    const path = pathBetween(pack, of, entity);
    if (!Array.isArray(path) || path.some((step) => step.at)) return undefined;
    for (const { from, to } of path) if (!joins.some((step) => step.to.entity === to.entity && step.from.column === from.column)) joins.push({ from, to });
  }
  return joins;
}
