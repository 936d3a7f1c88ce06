import type { ConditionFact, GroupFact, Interpretation, Locale, MeasureFact, PeriodFact, Span, SqlFacts } from '@countersign/contracts';
import type { Asked } from './asked-columns.js';
import { findingText, WORDS, type AlignmentRule } from './finding-words.js';
import type { Difference } from './same-answer.js';
import type { WitnessSchema } from './witness-schema.js';

export interface AlignmentFinding {
  rule: string;
  message: string;
  /** The words of the question it is about. */
  span?: Span;
}

export interface Explained {
  interpretation: Interpretation;
  planned: SqlFacts;
  given: SqlFacts;
  schema: WitnessSchema;
  /** Column behind a dimension or filter of the interpretation: 'table.column'. */
  columnOf: (ref: string) => string | undefined;
  asked: Asked;
}

type Side = { asked?: string; given?: string; table?: string };

/** Collects findings in the language of the question. */
class Findings {
  readonly list: AlignmentFinding[] = [];
  constructor(private readonly locale: Locale) {}
  add(rule: AlignmentRule, params: Side, span?: Span): void {
    const message = findingText(rule, this.locale, params);
    if (!this.list.some((one) => one.message === message)) this.list.push({ rule, message, ...(span ? { span: { start: span.start, end: span.end } } : {}) });
  }
}

/** Says in words why two queries that give different answers differ, from what is read in both. */
export function explain(difference: Difference, explained: Explained): AlignmentFinding[] {
  const findings = new Findings(explained.interpretation.locale);
  explainPeriods(explained, findings);
  explainConditions(explained, findings);
  explainMeasures(explained, findings);
  explainGroups(explained, findings);
  explainMembership(explained, findings);
  explainRest(difference, explained, findings);
  return findings.list;
}

/** What stands on one side only; `key` names what counts as the same. */
function unmatched<T>(planned: readonly T[], given: readonly T[], key: (one: T) => string): { missing: T[]; extra: T[] } {
  const [mine, theirs] = [new Set(planned.map(key)), new Set(given.map(key))];
  const once = (list: readonly T[], there: ReadonlySet<string>): T[] => list.filter((one, i) => !there.has(key(one)) && list.findIndex((other) => key(other) === key(one)) === i);
  return { missing: once(planned, theirs), extra: once(given, mine) };
}

/** Pairs off what belongs together. */
function pairOff<T>({ missing, extra }: { missing: T[]; extra: T[] }, belong: (a: T, b: T) => boolean): [T, T][] {
  const pairs: [T, T][] = [];
  for (const one of [...missing]) {
    const other = extra.find((each) => belong(one, each));
    if (!other) continue;
    pairs.push([one, other]);
    missing.splice(missing.indexOf(one), 1);
    extra.splice(extra.indexOf(other), 1);
  }
  return pairs;
}

function explainPeriods({ interpretation: { period }, planned, given }: Explained, findings: Findings): void {
  const text = ({ from, before }: PeriodFact): string => `${from ?? '…'} – ${before ?? '…'}`;
  const sides = unmatched(planned.periods, given.periods, (one) => `${one.column} ${text(one)}`);
  for (const [asked, found] of pairOff(sides, (a, b) => a.column === b.column)) findings.add('period', { asked: text(asked), given: text(found) }, period?.span);
  for (const [asked, found] of pairOff(sides, (a, b) => text(a) === text(b))) findings.add('period-column', { asked: asked.column, given: found.column }, period?.span);
  for (const asked of [...sides.missing]) {
    // A range that has to be worked out stays a condition.
    const worked = given.conditions.filter(({ columns }) => columns.includes(asked.column));
    if (worked.length === 0) continue;
    sides.missing.splice(sides.missing.indexOf(asked), 1);
    findings.add('period', { asked: text(asked), given: worked.map((one) => one.text).join(', ') }, period?.span);
  }
  for (const asked of sides.missing) findings.add('period-missing', { asked: `${asked.column} ${text(asked)}` }, period?.span);
  for (const found of sides.extra) findings.add('period-extra', { given: `${found.column} ${text(found)}` });
}

/** The values a condition lets through, where all values are known; else as it is written. */
function meaning(condition: ConditionFact, schema: WitnessSchema): string {
  const [column = ''] = condition.columns;
  const [table, name] = column.split('.');
  const all = schema.tables.find((one) => one.name === table)?.columns.find((one) => one.name === name)?.values;
  const { op, values } = condition;
  const negative = op === '<>' || op === 'not in';
  if (condition.columns.length === 1 && (negative || op === '=' || op === 'in')) {
    const truth = values.length === 1 && /^(?:true|false|[01])$/i.test(values[0] ?? '') && all === undefined;
    if (truth) return `${column} ${(/^(?:true|1)$/i.test(values[0] ?? '')) !== negative ? 'true' : 'false'}`;
    const kept = all && negative ? all.filter((value) => !values.includes(value)) : values;
    return `${column} ${negative && !all ? 'not in' : 'in'} ${[...kept].sort().join()}`;
  }
  return op === 'true' || op === 'false' ? `${column} ${op}` : condition.text;
}

function explainConditions({ interpretation, planned, given, schema, columnOf }: Explained, findings: Findings): void {
  const dated = new Set(planned.periods.map(({ column }) => column));
  const sides = unmatched(planned.conditions, given.conditions.filter(({ columns }) => !columns.some((column) => dated.has(column))), (one) => meaning(one, schema));
  const spanOf = ({ columns }: ConditionFact): Span | undefined => interpretation.filters.find(({ ref }) => columnOf(ref) === columns[0])?.span ?? (interpretation.having[0]?.span);
  for (const [asked, found] of pairOff(sides, (a, b) => a.columns.join() === b.columns.join())) findings.add('filter-value', { asked: asked.text, given: found.text }, spanOf(asked));
  for (const [asked, found] of pairOff(sides, (a, b) => a.values.length > 0 && a.values.join() === b.values.join())) findings.add('filter-column', { asked: asked.text, given: found.text }, spanOf(asked));
  for (const asked of sides.missing) findings.add('filter-missing', { asked: asked.text }, spanOf(asked));
  for (const found of sides.extra) findings.add('filter-extra', { given: found.text });
}

function explainMeasures({ interpretation: { metrics, locale }, planned, given }: Explained, findings: Findings): void {
  // Sums of sums only put parts together.
  const own = ({ columns, call }: MeasureFact): boolean => columns.some((column) => column.includes('.')) || (columns.length === 0 && call === 'count');
  const counted = (one: MeasureFact): string => (one.call === 'count' && !one.distinct ? 'count' : `${one.call} ${String(one.distinct)} ${one.columns.join()}`);
  const [mine, theirs] = [planned.measures.filter(own), given.measures.filter(own)];
  const fanned = theirs.filter(({ repeatedBy }) => repeatedBy.length > 0);
  for (const one of fanned) findings.add('fan-out', { given: one.text, table: one.repeatedBy.join(', ') }, metrics[0]?.span);
  const { missing, extra } = unmatched(mine, theirs, counted);
  if (missing.length + extra.length === 0 || (missing.length === 0 && fanned.length > 0)) return;
  const text = (list: readonly MeasureFact[]): string => list.map((one) => one.text).join(', ') || WORDS.nothing[locale];
  findings.add('measure', { asked: text(missing.length > 0 ? missing : mine), given: text(extra.length > 0 ? extra : theirs) }, metrics[0]?.span);
}

function explainGroups({ interpretation: { dimensions }, planned, given, columnOf, schema, asked }: Explained, findings: Findings): void {
  if (asked.keys.length === 0 && given.groups.length === 0) return;
  const owner = (column: string): string => keyOf(column, schema);
  const name = ({ columns }: GroupFact): string => [...new Set(columns.map(owner))].join();
  const sides = unmatched(planned.groups, given.groups, name);
  // A label beside its key groups nothing further.
  const keyed = new Set(planned.groups.flatMap(({ columns }) => columns.map((column) => owner(column).split('.')[0])));
  const spanOf = ({ columns }: GroupFact): Span | undefined => dimensions.find(({ ref }) => columnOf(ref) === columns[0] || ref === 'time')?.span;
  for (const missing of sides.missing) findings.add('group-missing', { asked: missing.text }, spanOf(missing));
  for (const extra of sides.extra) if (sides.missing.length > 0 || !keyed.has(owner(extra.columns[0] ?? '').split('.')[0])) findings.add('group-extra', { given: extra.text });
  for (const mine of planned.groups) {
    const theirs = given.groups.find((one) => name(one) === name(mine));
    if (theirs?.unit !== undefined && mine.unit !== undefined && theirs.unit !== mine.unit) findings.add('group-missing', { asked: mine.text }, spanOf(mine));
  }
}

/** The column a reference points to: both name one thing. */
function keyOf(column: string, { tables }: WitnessSchema): string {
  const [table, name] = column.split('.');
  const target = tables.find((one) => one.name === table)?.references.find((one) => one.column === name);
  return target ? `${target.table}.${target.to}` : column;
}

function explainMembership({ interpretation: { filters, locale }, planned, given }: Explained, findings: Findings): void {
  const text = ({ tables, holds }: SqlFacts['exists'][number]): string => `${WORDS[holds ? 'withRows' : 'withoutRows'][locale]} ${tables.join(', ')}`;
  const { missing, extra } = unmatched(planned.exists, given.exists, text);
  if (missing.length === 0 || given.exists.length === 0) return;
  findings.add('membership', { asked: missing.map(text).join(', '), given: (extra.length > 0 ? extra : given.exists).map(text).join(', ') }, filters.find(({ op }) => op === 'exists' || op === 'not-exists')?.span);
}

/** What only the rows show. */
function explainRest(difference: Difference, { interpretation, planned, given }: Explained, findings: Findings): void {
  const { metrics, locale, order } = interpretation;
  if (difference === 'order' || (order.length > 0 && planned.order[0]?.direction !== given.order[0]?.direction)) findings.add('order', {}, interpretation.spans.find(({ kind }) => kind === 'order'));
  if (difference === 'limit' || (planned.limit ?? 0) !== (given.limit ?? 0)) {
    const count = (limit: number | null): string => (limit === null ? WORDS.all[locale] : String(limit));
    if (planned.limit !== given.limit) findings.add('limit', { asked: count(planned.limit), given: count(given.limit) });
  }
  if (findings.list.length > 0) return;
  if (difference === 'columns') return findings.add('not-shown', { asked: [...interpretation.dimensions, ...metrics].map(({ label }) => label).join(', ') });
  const joins = unmatched(planned.joins, given.joins, (join) => join).extra;
  if (joins.length > 0) return findings.add('join-path', { given: joins.join(', ') });
  findings.add(difference === 'figures' ? 'other-figures' : 'other-rows', {}, metrics[0]?.span);
}
