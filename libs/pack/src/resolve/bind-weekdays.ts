import { WEEKDAY_LABEL, WEEKDAYS } from '../describe/refs.js';
import { WEEKDAY } from '../pack.js';
import { isHangul, type Token } from '../read/token.js';
import { as, is, refuse, spanOf, type Draft, type DraftFilter, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** "weekend orders", "on Mondays in 2025", "주말 제외": days of the week as one condition on the date of what is counted. */
export function bindWeekdays(draft: Draft, negated: Pick<ReadonlySet<Token>, 'has'>): { filter: DraftFilter } | { stop: Stop } | undefined {
  const { words, ask } = draft;
  const said = words.filter((t) => is(t, 'weekday') && !t.used && !namesEach(words, t));
  const [first] = said;
  if (!first) return undefined;
  const stop = (detail: string): { stop: Stop } => ({ stop: refuse(draft, 'no-correct-plan', { detail }) });
  if (said.length > 1 && words.some((t) => is(t, 'compare', 'versus'))) return stop(REASONS.weekdaySides(ask.locale));
  const one = said.find((t) => as(t, 'weekday')!.one && !isPlural(t));
  if (one && !words.some((t) => is(t, 'period'))) return stop(REASONS.whichDay(ask.locale, one.text));
  const days = [...new Set(said.flatMap((t) => as(t, 'weekday')!.days))].sort();
  const turned = said.filter((t) => negated.has(t)).length;
  // All of them is no condition; some left out and some kept is two.
  if (days.length > 6 || (turned > 0 && turned < said.length)) return { stop: refuse(draft, 'unanswerable', { term: said.map((t) => t.text).join(', ') }) };
  for (const t of said) t.used = true;
  const names = days.map((day) => WEEKDAYS[ask.locale][day - 1]!).join(', ');
  return { filter: { ref: WEEKDAY, op: turned > 0 ? 'not-in' : 'in', values: days.map(String), label: `${WEEKDAY_LABEL[ask.locale]} = ${names}`, token: first, span: spanOf(first) } };
}

/** "by weekday", "which weekday": the breakdown rather than the days. */
function namesEach(words: Token[], token: Token): boolean {
  const { days, each } = as(token, 'weekday')!;
  const asked = each === true && is(words[words.indexOf(token) - 1], 'which', 'top');
  return token.grouped || asked || days.length === 0;
}

const isPlural = (token: Token): boolean => !isHangul(token.text) && /s$/i.test(token.text);
