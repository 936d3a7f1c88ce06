import { createHash } from 'node:crypto';
import { canonicalJson, type BoundFilter, type Interpretation, type Period, type VerifiedParameter } from '@countersign/contracts';

/** The meaning of a question with everything left out that another question of the same kind may fill in differently. */
export interface Shape {
  /** SHA-256: two questions have the same or they are different questions. */
  key: string;
  parameters: VerifiedParameter[];
}

/**
 * The shape of an interpretation: its metrics, breakdown, conditions, order and comparisons, with periods, values and numbers as typed places.
 * Words, labels, spans and language are no part of it.
 *
 * @example shapeOf(interpretation).parameters // [{ name: 'p0', type: 'period', sample: '2025-01-01..2026-01-01' }]
 */
export function shapeOf(i: Interpretation): Shape {
  const parameters: VerifiedParameter[] = [];
  const place = (type: VerifiedParameter['type'], sample: string, of?: string): string => {
    const name = `p${parameters.length}`;
    parameters.push({ name, type, sample, ...(of === undefined ? {} : { of }) });
    return `$${type}`;
  };
  const period = (p: Period | null | undefined): unknown => p && place('period', rangeOf(p));
  const filter = (f: Pick<BoundFilter, 'ref' | 'op' | 'values'> & Partial<BoundFilter>): unknown => ({
    ref: f.ref, op: f.op, numerator: f.numerator ?? false,
    // Which rows are related is part of the meaning; which value they have is not.
    values: f.op === 'exists' || f.op === 'not-exists' ? f.values : f.values.map((value) => place('value', value, f.ref)),
    where: f.where?.map(filter), period: period(f.period), measure: f.measure && { ref: f.measure.ref, op: f.measure.op, value: place('number', f.measure.value, f.measure.ref) },
  });
  const meaning = {
    intent: i.intent, entity: i.entity, metrics: i.metrics.map((m) => m.ref), dimensions: i.dimensions.map((d) => [d.ref, d.grain]), filters: i.filters.map(filter), period: period(i.period),
    compare: i.compare && { show: i.compare.show, period: period(i.compare.period) }, having: i.having.map((h) => ({ ref: h.ref, op: h.op, value: place('number', h.value, h.ref) })), order: i.order,
    limit: i.limit === undefined ? undefined : place('limit', String(i.limit)), limitWithin: i.limitWithin, shareWithin: i.shareWithin, series: i.series, averageOver: i.averageOver,
  };
  // What an interpretation says beside these (a later kind of question) is taken whole: unknown is never equal.
  const { locale: _l, question: _q, today: _t, pack: _p, spans: _s, notes: _n, intent: _i, entity: _e, metrics: _m, dimensions: _d, filters: _f, period: _pe, compare: _c, having: _h, order: _o, limit: _li, limitWithin: _lw, shareWithin: _sw, series: _se, averageOver: _a, ...rest } = i;
  return { key: createHash('sha256').update(canonicalJson(JSON.parse(JSON.stringify({ meaning, rest })))).digest('hex'), parameters };
}

const rangeOf = ({ from, to, parts }: Period): string => (parts ?? [{ from, to }]).map((p) => `${p.from ?? ''}..${p.to ?? ''}`).join(' and ');
