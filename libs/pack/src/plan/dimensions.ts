import type { BoundDimension, Candidate, Expr, Grain } from '@countersign/contracts';
import { columnLabel, GRAIN_LABELS } from '../describe/refs.js';
import { TIME, type AggregateMetric, type Pack } from '../pack.js';
import { call, cast, text } from './expr.js';
import { NoPlan } from './no-plan.js';
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
      if (leaf.time === undefined) throw new NoPlan(`${leaf.label.en} has no date`);
      return [{ name: grain, expr: bucket(source, leaf.time, grain), shown: { name: grain, role: 'dimension', ref: TIME, grain, label: GRAIN_LABELS[grain][locale] } }];
    }
    const def = source.pack.dimensions.get(dimension.ref);
    if (!def) throw new NoPlan(`unknown dimension ${dimension.ref}`);
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

const isKey = (pack: Pack, entity: string, column: string): boolean => pack.entities.get(entity)?.columns.get(column)?.role === 'key';
