import { metricOf } from '../describe/refs.js';
import { reaches } from '../plan/join-graph.js';
import type { Token } from '../read/token.js';
import { as, is, leavesOf, refuse, type Draft, type Stop } from './draft.js';
import { subjectsOf } from './values.js';
import { nameWords } from './name-words.js';

/** Words that say nothing once everything else is decided. */
const HARMLESS = ['by', 'and', 'but', 'rel', 'have', 'do', 'within', 'counter', 'how-many', 'how-much', 'list', 'which', 'name', 'trend', 'compare', 'some', 'all-time', 'fiscal', 'from', 'to', 'punctuation', 'called'] as const;

/** Every word must have found its meaning; one that has not could change the answer, so the question ends here. */
export function checkLeftovers(draft: Draft): Stop | undefined {
  const apart = unjoinedMetrics(draft);
  if (apart) return refuse(draft, 'unanswerable', { term: apart });
  const loose = draft.words.filter((t) => !t.used && !is(t, ...HARMLESS) && !harmless(draft, t));
  return loose.length === 0 ? undefined : refuse(draft, 'unanswerable', { term: nameWords(draft, loose) });
}

/** "net revenue from new customers" names two metrics without listing them: one of them narrows the other, in a way nothing declares. */
function unjoinedMetrics({ metrics, words, ask }: Draft): string | undefined {
  const spans = metrics.flatMap((m) => (m.span ? [m.span] : [])).sort((a, b) => a.start - b.start);
  for (let i = 1; i < spans.length; i++) {
    const [left, right] = [spans[i - 1]!, spans[i]!];
    const between = words.filter((t) => t.start >= left.end && t.end <= right.start);
    // "net revenue per unit sold" is neither of the two.
    if (!between.some((t) => (is(t, 'by') && !as(t, 'by')!.ratio) || is(t, 'and', 'top', 'rank', 'sort-by', 'sorted', 'threshold', 'have', 'versus'))) return ask.question.slice(left.start, right.end);
  }
  return undefined;
}

function harmless(draft: Draft, token: Token): boolean {
  const { pack } = draft;
  // "units of books sold": an event without a subject decorates its own rows; a date of its own, or a "not", would have narrowed something.
  const event = as(token, 'event');
  if (event) return !event.negated && (pack.events.get(event.ref)!.time === undefined || Object.values(pack.events.get(event.ref)!.metric).some((m) => draft.metrics.some((d) => d.ref === m)));
  // "shipping fees collected": money is what is collected.
  if (is(token, 'taken-in')) return draft.metrics.some((m) => !['count', 'percent'].includes(metricOf(pack, m.ref)?.unit ?? 'count'));
  if (as(token, 'aggregate')?.fn === 'sum' || /^ones?$/i.test(token.text)) return true;
  // "only completed ones", "with product name": said already.
  // "orders that contain only electronics": of what a thing has several of, one that is so is not all of them.
  if (as(token, 'compare-number')?.op === 'eq') return !draft.filters.some((f) => f.token !== null && f.token === draft.words[draft.words.indexOf(token) + 1] && !f.op.endsWith('exists') && subjectsOf(draft).some((s) => !reaches(pack, s, ownerOf(draft, f.ref))));
  const shown = as(token, 'column')?.ref;
  if (shown !== undefined && draft.dimensions.some((d) => showsColumn(draft, d.ref, shown))) return true;
  if (is(token, 'percent')) return draft.intent === 'share' || draft.metrics.some((m) => pack.metrics.get(m.ref)?.unit === 'percent');
  // A word that points at a dimension ("living in", "shipped to") belongs to it when that dimension has a part in the question.
  const cues = [token.lex, ...token.others].flatMap((l) => (l.t === 'cue' ? [l.ref] : []));
  if (cues.length > 0) return cues.some((ref) => draft.filters.some((f) => f.ref === ref) || draft.dimensions.some((d) => d.ref === ref) || draft.metrics.some((m) => m.ref === `${ref}.count`));
  // An entity beside its figures is context: "net revenue of web orders", "AOV for customers in Korea".
  const entity = as(token, 'entity')?.ref;
  if (entity !== undefined) {
    // Joined to what the figures are broken down by, it is no context: "by month, customers".
    const said = draft.words.slice(0, draft.words.indexOf(token));
    const joint = said.findLastIndex((t) => !is(t, 'value', 'filter'));
    if (is(said[joint], 'and') && said[joint - 1]?.grouped) return false;
    const read = [...draft.metrics.flatMap((m) => leavesOf(pack, m.ref).map((l) => l.of)), ...(draft.entity ? [draft.entity] : [])];
    return read.some((of) => of === entity || reaches(pack, of, entity)) || draft.filters.some((f) => touches(draft, f.ref, entity));
  }
  // Values that are to be kept apart must be; anything else is apart as it stands.
  if (is(token, 'apart')) return !draft.filters.some((f) => f.op === 'in' && !draft.dimensions.some((d) => d.ref === f.ref));
  // "channels with both web and mobile orders": one of the two would do for a condition on the rows; "orders from both" are all of them.
  if (is(token, 'both')) return !(draft.dimensions.length > 0 && draft.filters.some((f) => f.op === 'in') && is(draft.words[draft.words.indexOf(token) - 1], 'have', 'rel'));
  // What is counted is counted once each; of rows that are listed nothing is made different.
  if (is(token, 'distinct')) return is(draft.words[draft.words.indexOf(token) + 1], 'entity', 'metric', 'dimension', 'term', 'event', 'value', 'filter') && !(draft.entity !== undefined && !draft.distinct && !is(draft.words[draft.words.indexOf(token) + 1], 'entity'));
  // The date column the figures are dated by.
  // "어제 하루", "in the month of May": the width of a period that was just said.
  const unit = as(token, 'unit');
  if (unit && !unit.grouped) return [-1, 1].some((step) => as(draft.words[draft.words.indexOf(token) + step], 'period')?.range.unit === unit.unit);
  const column = as(token, 'column')?.ref;
  return column !== undefined && draft.metrics.some((m) => leavesOf(pack, m.ref).some((l) => l.time === column));
}

const showsColumn = ({ pack }: Draft, ref: string, column: string): boolean => {
  const def = pack.dimensions.get(ref);
  return def !== undefined && [{ entity: def.entity, column: def.column }, ...def.show].some((c) => `${c.entity}.${c.column}` === column);
};

const ownerOf = ({ pack }: Draft, ref: string): string => pack.dimensions.get(ref)?.entity ?? pack.filters.get(ref)?.entity ?? ref.split('.')[0]!;

const touches = (draft: Draft, ref: string, entity: string): boolean => {
  const owner = draft.pack.dimensions.get(ref)?.entity ?? draft.pack.filters.get(ref)?.entity ?? ref;
  return owner === entity || reaches(draft.pack, owner, entity) || reaches(draft.pack, entity, owner);
};
