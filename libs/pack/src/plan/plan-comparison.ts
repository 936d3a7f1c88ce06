import type { Expr, Interpretation, Period } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import type { Pack } from '../pack.js';
import { blocksFor } from './blocks.js';
import { combine, withCtes, type Part } from './combine.js';
import { binary, column, item, percentOf, select, table } from './expr.js';
import { ordering, valueColumns } from './figures.js';
import { metricExpr } from './metric-expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import type { Planned } from './plan-query.js';

/** Two periods of the same figures: both values and their change, by the dimensions. */
export function planComparison(pack: Pack, i: Interpretation): Planned {
  if (!i.compare || !i.period || i.having.length > 0 || i.shareWithin) throw new NoPlan(WHY.comparison);
  const refs = i.metrics.map((m) => m.ref);
  const now = partsOf(pack, i, refs, i.period, 'current');
  const before = partsOf(pack, i, refs, i.compare.period, 'previous');
  const { ctes, from } = combine([...now.parts, ...before.parts]);
  const at = (when: string) => (ref: string): Expr => metricExpr(pack, ref, (leaf) => column(`${leaf.id}_${when}`, from));
  const dimensions = now.parts[0]!.block.dimensions;
  const values = valueColumns(pack, refs, i).flatMap((v) => {
    const [current, previous] = [`${v.name}_current`, `${v.name}_previous`];
    const label = (suffix: string): string => `${v.shown.label ?? v.name} ${suffix}`;
    const show = i.compare!.show;
    return [
      { name: current, expr: at('current')(v.ref), shown: { ...v.shown, name: current, label: label(i.period!.label) } },
      { name: previous, expr: at('previous')(v.ref), shown: { ...v.shown, name: previous, label: label(i.compare!.period.label) } },
      ...(show === 'change-percent' ? [] : [{ name: `${v.name}_change`, expr: binary(at('current')(v.ref), '-', at('previous')(v.ref)), shown: { ...v.shown, name: `${v.name}_change`, label: label(CHANGE[i.locale]) } }]),
      ...(show === 'change' ? [] : [{ name: `${v.name}_change_percent`, expr: percentOf(binary(at('current')(v.ref), '-', at('previous')(v.ref)), at('previous')(v.ref)), shown: { ...v.shown, name: `${v.name}_change_percent`, unit: 'percent', label: label(`${CHANGE[i.locale]} %`) } }]),
    ];
  });
  const body = select({ items: [...dimensions.map((d) => item(column(d.name, from), d.name)), ...values.map((v) => item(v.expr, v.name))], from: [table(from)] });
  const changed = (name: string): string => (name.endsWith('_change') ? '.change' : name.endsWith('_change_percent') ? '.change-percent' : '');
  const shown = values.map((v) => ({ ref: `${v.shown.ref ?? ''}${changed(v.name)}`, name: v.name, shown: v.shown, nullable: true }));
  return {
    query: withCtes(ctes, body, { orderBy: ordering(i, { dimensions, values: shown }), limit: i.limit ?? null }),
    columns: [...dimensions.map((d) => d.shown), ...values.map((v) => v.shown)],
    proofs: [...now.proofs, `${i.period.label} and ${i.compare.period.label} are aggregated separately with the same conditions`],
  };
}

const CHANGE = { en: 'change', ko: '증감' };

function partsOf(pack: Pack, i: Interpretation, refs: string[], period: Period, when: string): { parts: Part[]; proofs: string[] } {
  const { blocks, proofs } = blocksFor({ pack, locale: i.locale, metrics: refs, dimensions: i.dimensions, filters: i.filters, period, today: i.today });
  const leaves = refs.flatMap((ref) => leavesOf(pack, ref)).filter((leaf, n, list) => list.findIndex((l) => l.id === leaf.id) === n);
  const parts = blocks.map((block): Part => {
    const own = leaves.filter((leaf) => block.leaves.has(leaf.id));
    return { name: `${own[0]!.id}_${when}_by`, block, leaves: own.map((leaf) => ({ leaf, as: `${leaf.id}_${when}` })) };
  });
  return { parts, proofs };
}
