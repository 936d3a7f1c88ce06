import type { Expr } from '@countersign/contracts';
import type { AggregateMetric, ColumnDef, EntityDef, FilterDef, RatioMetric } from '../pack.js';
import { columnsIn } from './walk-expr.js';

/** An average as it is declared, its formulas read. */
export interface AverageParts {
  /** The declared metric, its rows, conditions and dates. */
  text: Omit<RatioMetric, 'kind' | 'numerator' | 'denominator' | 'percent'>;
  rows: Pick<AggregateMetric, 'of' | 'where' | 'time' | 'times' | 'askTime' | 'instead' | 'smallGroup' | 'narrowed' | 'inPeriod'>;
  value: Expr;
  weight: Expr | undefined;
}

const WEIGHTED = { en: 'sum of', ko: '합계:' };

/**
 * An average is kept as the two sums it is the quotient of, so that it is right at every grain: the average of a
 * department is never the average of its students' averages. Rows where value or weight is unknown count in neither sum.
 */
export function compileAverage({ text, rows, value, weight }: AverageParts, entities: Map<string, EntityDef>): { metrics: (AggregateMetric | RatioMetric)[]; filters: FilterDef[] } {
  const { id, label, definition } = text;
  const part = (suffix: string): Pick<AggregateMetric, 'id' | 'label' | 'definition' | 'private'> => ({
    id: `${id}_${suffix}`, private: true, definition,
    label: { en: `${WEIGHTED.en} ${label.en} (${suffix})`, ko: `${WEIGHTED.ko} ${label.ko} (${suffix})` },
  });
  const nullable = columnsIn(weight ? { kind: 'logical', op: 'and', operands: [value, weight] } : value).filter((c) => columnOf(entities, c)?.nulls !== 'never');
  const known: FilterDef[] = nullable.length === 0 ? [] : [{ id: `${id}_known`, entity: nullable[0]!.qualifier[0]!, where: allKnown(nullable), label, definition }];
  const where = [...rows.where, ...known.map((f) => f.id)];
  const numerator: AggregateMetric = { ...rows, ...part('total'), kind: 'sum', value: weight ? { kind: 'binary', op: '*', left: value, right: weight } : value, where, unit: text.unit, ...(text.unitFrom ? { unitFrom: text.unitFrom } : {}) };
  const denominator: AggregateMetric = { ...rows, ...part('weight'), ...(weight ? { kind: 'sum' as const, value: weight } : { kind: 'count' as const }), where, unit: weight ? unitOf(entities, weight) : 'count' };
  return { metrics: [{ ...text, kind: 'ratio', numerator: numerator.id, denominator: denominator.id, percent: false }, numerator, denominator], filters: known };
}

/** A weight counts in the unit of its column. */
function unitOf(entities: Map<string, EntityDef>, weight: Expr): string {
  const unit = weight.kind === 'column' ? columnOf(entities, weight)?.unit : undefined;
  return typeof unit === 'string' ? unit : 'count';
}

const columnOf = (entities: Map<string, EntityDef>, { qualifier, name }: { qualifier: string[]; name: string }): ColumnDef | undefined => entities.get(qualifier[0] ?? '')?.columns.get(name);

function allKnown(columns: Expr[]): Expr {
  const tests = columns.map((operand): Expr => ({ kind: 'null-test', operand, negated: true }));
  return tests.length === 1 ? tests[0]! : { kind: 'logical', op: 'and', operands: tests };
}
