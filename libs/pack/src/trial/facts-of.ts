import type { BoundFilter, Interpretation } from '@countersign/contracts';
import type { Resolution } from '../resolve/resolve-question.js';

/** What a spec says of a question, in words a domain owner can read. Absent means: there is none. */
export interface Facts {
  measure?: string[];
  /** The entity whose rows are listed, or "values of" it: the different ones that the dimensions have there. */
  list?: string;
  by?: string[];
  where?: string[];
  period?: string;
  compared_with?: string;
  only?: string[];
  order?: string[];
  limit?: number;
  limit_within?: string[];
  share?: string;
  series?: string;
  average_over?: string;
  ask?: string;
  choices?: string[];
  refuse?: string;
  about?: string;
}

const range = ({ from, to, parts }: { from: string | null; to: string | null; parts?: { from: string | null; to: string | null }[] }): string => (parts ?? [{ from, to }]).map((p) => `${p.from ?? ''}..${p.to ?? ''}`).join(' and ');

function condition(f: Pick<BoundFilter, 'ref' | 'op' | 'values'> & Partial<BoundFilter>): string {
  const words = [f.numerator ? 'part:' : '', f.ref, f.op, ...f.values];
  if (f.where?.length) words.push(`(${f.where.map(condition).join('; ')})`);
  if (f.period) words.push(`in ${range(f.period)}`);
  if (f.measure) words.push(`having ${f.measure.ref} ${f.measure.op} ${f.measure.value}`);
  return words.filter((w) => w !== '').join(' ');
}

const some = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** The facts of a resolution. */
export function factsOf(resolution: Resolution): Facts {
  if (resolution.outcome === 'clarify') return { ask: resolution.clarification.term, choices: resolution.clarification.choices.map((c) => c.ref) };
  if (resolution.outcome === 'refuse') {
    const { code, params } = resolution.refusal;
    const about = params.term ?? params.columns;
    return about === undefined ? { refuse: code } : { refuse: code, about };
  }
  return meaning(resolution.interpretation);
}

function meaning(i: Interpretation): Facts {
  const facts: Facts = {
    measure: some(i.metrics.map((m) => m.ref)),
    list: i.distinct ? `values of ${i.entity ?? ""}` : i.entity,
    by: some(i.dimensions.map((d) => d.grain ?? d.ref)),
    where: some(i.filters.map(condition)),
    period: i.period ? range(i.period) : undefined,
    compared_with: i.compare ? `${range(i.compare.period)} ${i.compare.show}` : undefined,
    only: some(i.having.map((h) => `${h.ref} ${h.op} ${h.value}`)),
    order: some(i.order.map((o) => `${o.ref} ${o.direction}`)),
    limit: i.limit,
    limit_within: i.limitWithin,
    share: i.shareWithin ? (i.shareWithin.length > 0 ? i.shareWithin.join(', ') : 'of all') : undefined,
    series: i.series?.kind,
    average_over: i.averageOver,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, v]) => v !== undefined)) as Facts;
}
