import type { DeclaredMetric, DeclaredUse, Expr, Finding, Query, QueryBody, Select, SelectItem } from '@countersign/contracts';
import type { NoteCode } from '../../note-codes.js';
import { refuse } from '../../refusal.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { outputName } from '../../resolve/output-name.js';
import type { Resolved } from '../../resolve/resolve.js';
import type { DeclaredNames } from '../../rewrite/metric-names.js';
import { hasAggregate, type Ctes } from '../../rewrite/metric-rows.js';
import { everyNode } from '../../walk.js';
import { computes, partOf, passes, type DeclaredPart, type KnownValues } from './definition.js';
import { figureOf, type Summed } from './figure.js';
import { levelOf, meaningOf, withCtes, type Level } from './level.js';
import { takesFirstRows } from './first-rows.js';
import { isPlainSum, overMetric, type Made, type Place } from './over-metric.js';
import { same, scaled } from './polynomial.js';

/** SELECTs and expressions that are looked at; a query with more is not compared. */
const BUDGET = 2_000;

export interface Judged {
  used: DeclaredUse[];
  notes: Finding[];
}

interface Judging extends Judged {
  names: DeclaredNames;
  made: Made;
  values: KnownValues;
  around: Level['around'];
  budget: { left: number };
  /** The metric that goes by the name of an output. */
  named(output: string): DeclaredMetric | undefined;
  /** Sums that metrics declare, and whose. */
  sums: { metric: DeclaredMetric; part: DeclaredPart }[];
}

/**
 * Holds what a query computes by hand against what is declared. A figure that goes by the name of a metric, or adds up what
 * only one metric adds up, must be that metric over some of its rows; what can't be followed is let through, but for what takes
 * figures of a named metric together (`made`: what stands in their places).
 */
export function judgeMetrics(query: Query, { tables }: Resolved, names: DeclaredNames, made: Made): Judged {
  if (!everyNode<Expr>(query).some((node) => node.kind === 'call' && FUNCTIONS.get(node.name)?.kind === 'aggregate')) return { used: [], notes: [] };
  const values = new Map([...names.entities.values()].flatMap((e) => Object.entries(e.values).map(([column, list]) => [`${e.id}.${column}`, list] as const)));
  const sums = [...names.metrics.values()].flatMap((metric) => (metric.parts.length === 1 && metric.value?.kind === 'column' ? metric.parts : []).flatMap((part) => {
    const declared = partOf(names, part);
    return declared.value ? [{ metric, part: declared }] : [];
  }));
  const j: Judging = { names, made, values, around: { names, tables, known: new WeakMap() }, budget: { left: BUDGET }, named: naming(names), sums, used: [], notes: [] };
  judgeBody(j, query.body, withCtes(query, undefined));
  return { used: j.used, notes: j.notes };
}

function judgeBody(j: Judging, body: QueryBody, ctes: Ctes | undefined): void {
  if (body.kind === 'query') return judgeBody(j, body.body, withCtes(body, ctes));
  if (body.kind === 'set-operation') {
    judgeBody(j, body.left, ctes);
    return judgeBody(j, body.right, ctes);
  }
  if (body.kind !== 'select') return;
  const level = levelOf(j.around, j.budget, body, ctes);
  for (const item of body.items) judgeItem(j, level, { select: body, ctes }, item);
}

function judgeItem(j: Judging, level: Level | undefined, place: Place, item: SelectItem): void {
  if (item.expr.kind === 'star') return;
  const named = j.named(outputName(item));
  const figure = level && figureOf(level, item.expr);
  if (!figure || figure.taken.size === 0) {
    const over = named && overMetric(j.made, item.expr, place);
    if (over && !isPlainSum(j.made, item.expr, place, [named, ...variantsOf(j.names, named)])) redefined(named, item, `${over.name}(…) of its figures for groups is not its figure for all`);
    if (named && !over && hasAggregate({ items: [item] }) && takesFirstRows(place)) redefined(named, item, 'this takes only as many rows as a LIMIT lets through');
    if (named && hasAggregate({ items: [item] })) j.notes.push(note('metric-not-compared', `${outputName(item)} could not be compared with ${named.label.en} as declared`, named));
    return;
  }
  // What was put in is what it was named, though a wider metric over fewer rows is the same figure.
  const putIn = j.made.values();
  const computed = named ? [named, ...variantsOf(j.names, named)].find((metric) => computes(j.names, figure, metric, j.values)) : [...putIn, ...j.names.metrics.values()].find((metric) => !metric.private && computes(j.names, figure, metric, j.values));
  if (computed) {
    if (!j.used.some(({ id }) => id === computed.id)) j.used.push({ kind: 'metric', id: computed.id, label: computed.label, definition: computed.definition, how: 'recognised' });
    return;
  }
  if (named) redefined(named, item, 'this computes it differently');
  for (const sum of figure.sums) judgeSum(j, level, place.select, item, sum);
}

const variantsOf = ({ metrics }: DeclaredNames, { variants }: DeclaredMetric): DeclaredMetric[] => variants.flatMap((id) => metrics.get(id) ?? []);

/** "total net revenue" is net revenue. */
const bare = (name: string): string => name.toLowerCase().replace(/[\s_\-.]+/g, ' ').trim();
const FILLERS = /^(?:total|sum|sum of|합계|전체) | (?:total|sum|합계)$/;

function naming({ metrics }: DeclaredNames): Judging['named'] {
  const byName = new Map([...metrics.values()].reverse().flatMap((metric) => (metric.private || !metric.value ? [] : metric.names.map((name) => [bare(name), metric] as const))));
  return (output) => {
    const plain = bare(output);
    return byName.get(plain) ?? byName.get(plain.replace(FILLERS, ''));
  };
}

/** A sum of what one metric alone adds up, over rows that it leaves out, or over rows that stand several times. */
function judgeSum(j: Judging, level: Level | undefined, select: Select, item: SelectItem, sum: Summed): void {
  const alike = j.sums.filter(({ part }) => same(scaled(part.value!), scaled(sum.value)));
  const grainOf = ({ part }: (typeof alike)[number]): string | undefined => j.names.owner(part.part.of)?.id;
  if (alike.length === 0 || alike.some((one) => passes(sum, one.part, j.values) && grainOf(one) === sum.grain)) return;
  const [only, more] = alike;
  const missing = grainOf(only!) !== sum.grain ? 'the joins here repeat its rows' : 'the rows here are not limited to those that it counts';
  if (more || (level && groupedByCondition(level, select, only!.part))) {
    j.notes.push(note('metric-alike', `${outputName(item)} adds up what ${alike.map(({ metric }) => metric.label.en).join(' and ')} adds up, but ${missing}`, only!.metric));
    return;
  }
  redefined(only!.metric, item, missing);
}

/** Broken down by what the metric's condition is about, each group says itself what it is. */
function groupedByCondition(level: Level, { groupBy, items }: Select, { condition }: DeclaredPart): boolean {
  return groupBy.some((group) => {
    if (group.kind !== 'group-expr') return false;
    const expr = group.expr.kind === 'number' ? items[Number(group.expr.text) - 1]?.expr : group.expr;
    const meaning = expr?.kind === 'column' ? meaningOf(level, expr) : undefined;
    return meaning !== undefined && 'key' in meaning && condition.columns.has(meaning.key);
  });
}

const note = (rule: NoteCode, message: string, { label }: DeclaredMetric): Finding => ({ rule, severity: 'info', message, params: { column: label.en } });

function redefined({ id, label, definition }: DeclaredMetric, item: SelectItem, why: string): never {
  return refuse('metric-redefined', `${label.en} is declared as: ${definition.en} But ${why}: write metric('${id}'), or give it another name if something else is meant`, item.expr.at);
}
