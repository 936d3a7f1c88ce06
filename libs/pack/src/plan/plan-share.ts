import type { Candidate, Expr, Interpretation } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import { TIME, WEEKDAY, type Pack } from '../pack.js';
import { blocksFor, numeratorOf, selectOf } from './blocks.js';
import { withCtes } from './combine.js';
import { call, column, item, nullIfZero, over, percentOf, query, select, table, binary, number } from './expr.js';
import { figuresOf, ordering } from './figures.js';
import { planLeaf } from './leaf.js';
import { addsUpOverTime, isAdditive, needMetric } from './metric-expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import type { Planned } from './plan-query.js';

const SHARE = { en: 'share', ko: '비중' };

/** Parts of a whole in percent: by dimension within a total, or one narrowed part of all rows. */
export function planShare(pack: Pack, i: Interpretation): Planned {
  const [metric, ...others] = i.metrics;
  if (!metric || others.length > 0) throw new NoPlan(WHY.oneMetricOnly('share'));
  // Parts that a limit leaves out are still parts of the whole.
  if (i.having.length > 0) throw new NoPlan(WHY.limitedShare);
  const def = needMetric(pack, metric.ref);
  const name = `${def.id}_share`;
  const shown: Candidate['columns'][number] = { name, role: 'metric', ref: metric.ref, label: `${def.label[i.locale]} ${SHARE[i.locale]}`, unit: 'percent' };
  return i.filters.some((f) => f.numerator) ? partOfRows(pack, i, metric.ref, name, shown) : partsOfTotal(pack, i, metric.ref, name, shown);
}

/** One part: the numerator is the same aggregate over the rows that pass, so both sides have the same grain. */
function partOfRows(pack: Pack, i: Interpretation, ref: string, name: string, shown: Candidate['columns'][number]): Planned {
  const leaves = leavesOf(pack, ref);
  const [leaf] = leaves;
  if (!leaf || leaves.length > 1 || !['count', 'sum', 'distinct'].includes(leaf.kind)) throw new NoPlan(WHY.noPart(needMetric(pack, ref).label));
  const { blocks, proofs } = blocksFor({ pack, locale: i.locale, metrics: [ref], dimensions: i.dimensions, filters: i.filters, period: i.period, today: i.today });
  const block = blocks[0]!;
  const part = numeratorOf(block, planLeaf(pack, leaf, i.dimensions), i.filters.filter((f) => f.numerator));
  const whole = block.leaves.get(leaf.id)!;
  const share: Expr = percentOf(leaf.kind === 'sum' ? call('coalesce', [part, number('0')]) : part, whole);
  const body = selectOf(block, [{ name, expr: share }]);
  const figures = { dimensions: block.dimensions, values: [{ ref, name, shown, nullable: true }] };
  return { query: query(body, { orderBy: ordering(i, figures), limit: i.limit ?? null }), columns: [...block.dimensions.map((d) => d.shown), shown], proofs: [...proofs, 'numerator and denominator are taken over the same rows'] };
}

function partsOfTotal(pack: Pack, i: Interpretation, ref: string, name: string, shown: Candidate['columns'][number]): Planned {
  const overTime = i.dimensions.some((d) => (d.ref === TIME && !i.shareWithin?.includes(`${TIME}:${d.grain}`)) || d.ref === WEEKDAY);
  if (!(overTime ? addsUpOverTime : isAdditive)(pack, ref)) throw new NoPlan(WHY.noWhole(needMetric(pack, ref).label));
  const figures = figuresOf(pack, i);
  if (figures.proofs.some((p) => p.includes('counted by distinct'))) throw new NoPlan(WHY.overlaps(needMetric(pack, ref).label));
  const [value] = figures.values;
  const within = new Set(i.shareWithin);
  const partition = figures.dimensions.filter((d) => within.has(d.shown.ref === TIME ? `${TIME}:${d.shown.grain}` : (d.shown.ref ?? ''))).map((d) => column(d.name, 'grouped'));
  const total = call('sum', [column(value!.name, 'grouped')], { over: over(partition) });
  const share = binary(binary(number('100.0'), '*', column(value!.name, 'grouped')), '/', nullIfZero(total));
  const keys = figures.dimensions.map((d) => item(column(d.name, 'grouped'), d.name));
  const body = select({ items: [...keys, item(column(value!.name, 'grouped'), value!.name), item(share, name)], from: [table('grouped')] });
  return {
    query: withCtes([...figures.ctes, { name: 'grouped', columns: [], query: query(figures.body) }], body, { orderBy: ordering(i, figures), limit: i.limit ?? null }),
    columns: [...figures.dimensions.map((d) => d.shown), value!.shown, shown],
    proofs: [...figures.proofs, 'the parts are disjoint, so they add up to the whole'],
  };
}
