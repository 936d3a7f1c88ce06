import type { Expr } from '@countersign/contracts';
import type { AggregateMetric } from '../pack.js';
import type { Report } from './check-joins.js';
import type { CompiledPack } from './compile.js';
import { columnsIn } from './walk-expr.js';

/** Balances, units, bridges and series: what they name must be there, and say one thing. */
export function checkKinds(pack: CompiledPack, report: Report): void {
  for (const metric of pack.metrics.values()) {
    const path = ['metrics', metric.id];
    if (metric.kind === 'derived') checkSides(pack, metric.formula, path, report);
    else if (metric.kind !== 'ratio') checkAggregate(pack, metric, path, report);
  }
  for (const series of pack.series.values()) {
    if (!pack.metrics.has(series.of)) report(['metrics', series.id, 'of'], 'unknown-metric', `there is no metric ${series.of}`);
  }
  for (const { entity, from, to, weight } of pack.bridges) {
    const path = ['bridges', entity];
    for (const end of [from, to]) {
      if (!pack.relationships.some((r) => r.from.entity === entity && r.to.entity === end)) report(path, 'bridge-end', `${entity} has no relationship to ${end}`);
    }
    for (const c of columnsIn(weight)) if (!pack.entities.get(entity)?.columns.has(c.name) || c.qualifier[0] !== entity) report([...path, 'weight'], 'unknown-column', `there is no column ${c.name} in ${entity}`);
  }
}

function checkAggregate(pack: CompiledPack, metric: AggregateMetric, path: string[], report: Report): void {
  const { balance, unitFrom } = metric;
  const columns = pack.entities.get(metric.of)?.columns;
  if (balance) {
    if (metric.time?.split('.')[0] !== metric.of) report([...path, 'balance'], 'balance-date', `a balance needs a date among the columns of ${metric.of}`);
    else if (everyRowAlone(pack, metric, balance.each)) report([...path, 'balance'], 'balance-each', `every row of ${metric.of} is a balance of its own: name what has one in each`);
    for (const column of balance.each) if (!columns?.has(column)) report([...path, 'balance'], 'unknown-column', `there is no column ${metric.of}.${column}`);
    if (balance.take === 'average' && metric.kind !== 'sum') report([...path, 'balance'], 'balance-average', 'only a sum can be averaged over its dates');
  }
  if (unitFrom && !pack.dimensions.has(unitFrom.dimension)) report([...path, 'unit'], 'unknown-dimension', `there is no dimension ${unitFrom.dimension}`);
  if (unitFrom?.converted !== undefined && !pack.metrics.has(unitFrom.converted)) report([...path, 'unit'], 'unknown-metric', `there is no metric ${unitFrom.converted}`);
  // A sum of one column is in that column's unit; the two sums an average is kept as are nobody's to read.
  if (!(metric.id in pack.source.metrics) || metric.kind !== 'sum' || metric.value?.kind !== 'column') return;
  const said = pack.entities.get(metric.value.qualifier[0] ?? '')?.columns.get(metric.value.name)?.unit;
  const unit = typeof said === 'object' ? said.from : said;
  const own = unitFrom?.dimension ?? metric.unit;
  if (unit !== undefined && unit !== own) report([...path, 'unit'], 'unit-differs', `${metric.value.name} is in ${unit}, the metric in ${own}`);
}

/** The grain is a key without a date, and no other thing is named: the last balance of each would be every row there is. */
function everyRowAlone(pack: CompiledPack, { of, time, balance }: AggregateMetric, each: readonly string[]): boolean {
  const grain = pack.entities.get(of)?.grain ?? [];
  return balance?.take !== 'average' && !grain.some((column) => `${of}.${column}` === time) && grain.every((column) => each.includes(column));
}

/** Only amounts of one unit are added or subtracted; numbers have none. */
function checkSides(pack: CompiledPack, formula: Expr, path: string[], report: Report): string | undefined {
  if (formula.kind === 'column') {
    const def = pack.metrics.get(formula.name);
    return def && (def.unitFrom?.dimension ?? def.unit);
  }
  if (formula.kind !== 'binary') return undefined;
  const [left, right] = [checkSides(pack, formula.left, path, report), checkSides(pack, formula.right, path, report)];
  const adds = formula.op === '+' || formula.op === '-';
  if (adds && left !== undefined && right !== undefined && left !== right) report([...path, 'formula'], 'unit-mix', `${left} and ${right} do not add up`);
  return adds ? (left ?? right) : undefined;
}
