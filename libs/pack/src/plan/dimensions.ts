import type { BoundDimension, Candidate, Expr, Grain } from '@countersign/contracts';
import { columnLabel, GRAIN_LABELS, WEEKDAY_LABEL, WEEKDAYS } from '../describe/refs.js';
import { TIME, WEEKDAY, type AggregateMetric, type Pack } from '../pack.js';
import { weekdayOf } from './conditions.js';
import { binary, call, cast, number, text } from './expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import type { Source } from './source.js';

type ResultColumn = Candidate['columns'][number];

/** One output column of the breakdown. */
export interface DimensionColumn {
  name: string;
  expr: Expr;
  shown: ResultColumn;
}

/** First day of the bucket a date falls in; the year as a number. */
export function bucket(source: Source, time: string, grain: Grain): Expr {
  const [entity = '', name = ''] = time.split('.');
  const operand = source.column(entity, name);
  if (grain === 'year') return cast(call('extract', [text('year'), operand]), 'integer');
  if (grain === 'day') return source.pack.entities.get(entity)?.columns.get(name)?.type === 'date' ? operand : cast(operand, 'date');
  return cast(call('date_trunc', [text(grain), operand]), 'date');
}

/** The columns a breakdown prints: time buckets on the metric's own date, keys with the labels shown beside them. */
export function dimensionColumns(source: Source, dimensions: BoundDimension[], leaf: AggregateMetric, locale: 'en' | 'ko'): DimensionColumn[] {
  return dimensions.flatMap((dimension): DimensionColumn[] => {
    if (dimension.ref === TIME) {
      const grain = dimension.grain ?? 'month';
      if (leaf.time === undefined) throw new NoPlan(WHY.undated(leaf.label));
      return [{ name: grain, expr: bucket(source, leaf.time, grain), shown: { name: grain, role: 'dimension', ref: TIME, grain, label: GRAIN_LABELS[grain][locale] } }];
    }
    if (dimension.ref === WEEKDAY) return weekdayColumns(source, leaf, locale);
    const def = source.pack.dimensions.get(dimension.ref);
    if (!def) throw new NoPlan(WHY.unknown(dimension.ref));
    const name = isKey(source.pack, def.entity, def.column) ? def.column : def.id;
    return [
      { name, expr: source.column(def.entity, def.column), shown: { name, role: 'dimension', ref: def.id, label: def.label[locale] } },
      ...def.show.map(({ entity, column }): DimensionColumn => {
        const label = columnLabel(source.pack.entities.get(entity)!.columns.get(column)!)[locale];
        return { name: column, expr: source.column(entity, column), shown: { name: column, role: 'label', ref: `${entity}.${column}`, label } };
      }),
    ];
  });
}

/** The number orders the rows, the name is for people. */
function weekdayColumns(source: Source, leaf: AggregateMetric, locale: 'en' | 'ko'): DimensionColumn[] {
  if (leaf.time === undefined) throw new NoPlan(WHY.undated(leaf.label));
  const day = weekdayOf(source, leaf.time);
  const name: Expr = { kind: 'case', branches: WEEKDAYS[locale].map((said, i) => ({ when: binary(day, '=', number(String(i + 1))), then: text(said) })) };
  return [
    { name: 'weekday', expr: day, shown: { name: 'weekday', role: 'dimension', ref: WEEKDAY, label: WEEKDAY_LABEL[locale] } },
    { name: 'weekday_name', expr: name, shown: { name: 'weekday_name', role: 'label', ref: WEEKDAY, label: WEEKDAY_LABEL[locale] } },
  ];
}

const isKey = (pack: Pack, entity: string, column: string): boolean => pack.entities.get(entity)?.columns.get(column)?.role === 'key';
