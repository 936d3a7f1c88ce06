import type { Candidate, Cte, Expr, Interpretation, OrderItem, QueryBody, Period } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import { TIME, type Pack } from '../pack.js';
import { blocksFor, selectOf } from './blocks.js';
import { combine, type Part } from './combine.js';
import { COMPARE } from './conditions.js';
import type { DimensionColumn } from './dimensions.js';
import { all, binary, column, item, number, orderBy, select, table } from './expr.js';
import { fillGaps } from './fill-gaps.js';
import { metricExpr, needMetric } from './metric-expr.js';
import { NoPlan } from './no-plan.js';
import { spineOf } from './spine.js';
import { unitShown } from './units.js';
import { WHY } from './why-not.js';
import { countsNone, withNone } from './with-none.js';

/** Figures by dimensions, as a select body with the CTEs it stands on; later steps put windows and order round it. */
export interface Figures {
  ctes: Cte[];
  body: QueryBody;
  dimensions: DimensionColumn[];
  values: { ref: string; name: string; shown: Candidate['columns'][number]; nullable: boolean }[];
  proofs: string[];
}

/** Columns of the metrics, as they are shown. */
export function valueColumns(pack: Pack, refs: string[], i: Interpretation): Figures['values'] {
  return refs.map((ref) => {
    const def = needMetric(pack, ref);
    const unit = unitShown(pack, i, ref);
    return { ref, name: def.id, nullable: def.kind === 'ratio' || ('balance' in def && def.balance?.take === 'average'), shown: { name: def.id, role: 'metric', ref, label: def.label[i.locale], ...(unit === '' ? {} : { unit }) } };
  });
}

/** Compiles metrics × dimensions × conditions, with the gaps filled where a metric says how. */
export function figuresOf(pack: Pack, i: Interpretation, period: Period | null = i.period, filled = period): Figures {
  const spine = spineOf(pack, i, filled);
  if (!spine && countsNone(pack, i)) return withNone(pack, i, found(pack, i, period, []));
  return spine ? fillGaps(pack, i.having, found(pack, i, period, []), spine) : found(pack, i, period, i.having);
}

/** One block is one select; several are combined on the dimensions. */
function found(pack: Pack, i: Interpretation, period: Period | null, limits: Interpretation['having']): Figures {
  const refs = [...new Set([...i.metrics.map((m) => m.ref), ...i.having.map((h) => h.ref)])];
  const { blocks, proofs } = blocksFor({ pack, locale: i.locale, metrics: refs, dimensions: i.dimensions, filters: i.filters, period, today: i.today });
  const values = valueColumns(pack, refs, i);
  const [block] = blocks;
  if (blocks.length === 1 && block) {
    const value = (ref: string): Expr => metricExpr(pack, ref, (leaf) => block.leaves.get(leaf.id)!);
    const having = all(limits.map((h) => binary(value(h.ref), COMPARE[h.op], number(h.value))));
    return { ctes: [], body: selectOf(block, values.map((v) => ({ name: v.name, expr: value(v.ref) })), having), dimensions: block.dimensions, values, proofs };
  }
  const leaves = refs.flatMap((ref) => leavesOf(pack, ref)).filter((leaf, n, list) => list.findIndex((l) => l.id === leaf.id) === n);
  const parts = blocks.map((b): Part => {
    const own = leaves.filter((leaf) => b.leaves.has(leaf.id));
    return { name: `${own[0]!.id}_by`, block: b, leaves: own.map((leaf) => ({ leaf, as: leaf.id })) };
  });
  const { ctes, from } = combine(parts);
  const value = (ref: string): Expr => metricExpr(pack, ref, (leaf) => column(leaf.id, from));
  const { dimensions } = blocks[0]!;
  const where = all(limits.map((h) => binary(value(h.ref), COMPARE[h.op], number(h.value))));
  const body = select({ items: [...dimensions.map((d) => item(column(d.name, from), d.name)), ...values.map((v) => item(value(v.ref), v.name))], from: [table(from)], ...(where ? { where } : {}) });
  return { ctes, body, dimensions, values: values.map((v) => ({ ...v, nullable: true })), proofs: [...proofs, `${parts.map((p) => p.name).join(', ')}: aggregated separately, then put together on the dimensions; two facts are never joined`] };
}

/** The order asked for, then the dimensions, so that the result is the same every time. */
export function ordering(i: Interpretation, figures: Pick<Figures, 'dimensions' | 'values'>): OrderItem[] {
  const asked = i.order.flatMap(({ ref, direction }): OrderItem[] => {
    const value = figures.values.find((v) => v.ref === ref);
    const dimension = figures.dimensions.find((d) => d.shown.ref === ref);
    if (value) return [orderBy(column(value.name), direction, value.nullable)];
    // A ranking by what is not shown would be none.
    if (!dimension) throw new NoPlan(WHY.unknown(ref));
    return [orderBy(column(dimension.name), direction)];
  });
  const taken = new Set(i.order.map((o) => o.ref));
  const rest = figures.dimensions.filter((d) => d.shown.role === 'dimension' && !taken.has(d.shown.ref ?? ''));
  rest.sort((a, b) => Number(b.shown.ref === TIME) - Number(a.shown.ref === TIME));
  return [...asked, ...rest.map((d) => orderBy(column(d.name), 'asc'))];
}
