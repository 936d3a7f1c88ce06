import { addUnits } from './calendar.js';
import { isQuiet, joined, type DateRange, type Token } from './token.js';

const rangeAt = (token: Token | undefined): DateRange | null => (token?.lex.t === 'period' ? token.lex.range : null);
const next = (tokens: Token[], i: number): number => {
  while (isQuiet(tokens[i])) i++;
  return i;
};

/** A stretch at one end of a period. Weeks are left out: the first week of a month is no seven days that people agree on. */
interface Edge {
  end: 'first' | 'last';
  count: number;
  unit: 'day' | 'month' | 'quarter';
  /** Index after the words that say it. */
  to: number;
}

/** "the first 10 days of June", "the last 3 months of 2025", "2025년 마지막 3개월": so much of one end of a period, and no period of its own. */
export function edgesOfPeriods(tokens: Token[], question: string): Token[] {
  for (let i = 0; i < tokens.length; i++) {
    const before = rangeAt(tokens[i]);
    const behind = before?.to ? edgeAt(tokens, next(tokens, i + 1)) : null;
    if (before && behind && /[가-힣]/.test(tokens[behind.to - 1]!.text)) return edgesOfPeriods(put(tokens, i, behind.to, partOf(before, behind), question), question);
    const edge = edgeAt(tokens, i);
    const at = edge ? next(tokens, edge.to) : i;
    const whole = edge && tokens.slice(edge.to, at).some((t) => /\bof\b/i.test(t.text)) ? rangeAt(tokens[at]) : null;
    if (edge && whole?.from && whole.to && !whole.rolling) return edgesOfPeriods(put(tokens, i, at + 1, partOf(whole, edge), question), question);
  }
  return tokens;
}

function edgeAt(tokens: Token[], i: number): Edge | null {
  const lex = tokens[i]?.lex;
  if (lex?.t === 'period') {
    const said = lex.range.rolling ?? (lex.range.unit === 'day' || lex.range.unit === 'month' ? { count: 1, unit: lex.range.unit } : undefined);
    return said && /^(?:the )?(?:last|final)\b/i.test(tokens[i]!.text) && holds(said.unit) ? { end: 'last', count: said.count, unit: said.unit, to: i + 1 } : null;
  }
  if (lex?.t !== 'ordinal' || (lex.n !== 1 && !/^(?:마지막|final)$/i.test(tokens[i]!.text))) return null;
  const amount = tokens[i + 1]?.lex;
  const counted = amount?.t === 'amount' && !amount.percent && !amount.currency ? Number(amount.value) : null;
  const unit = tokens[i + (counted === null ? 1 : 2)]?.lex;
  if (unit?.t !== 'unit' || unit.grouped || !holds(unit.unit) || (counted === null && unit.unit !== 'day')) return null;
  return { end: lex.n === 1 ? 'first' : 'last', count: counted ?? 1, unit: unit.unit, to: i + (counted === null ? 2 : 3) };
}

const holds = (unit: string): unit is Edge['unit'] => unit === 'day' || unit === 'month' || unit === 'quarter';

function partOf(whole: DateRange, { end, count, unit }: Edge): DateRange {
  const range = end === 'first' ? { from: whole.from, to: addUnits(whole.from!, unit, count) } : { from: addUnits(whole.to!, unit, -count), to: whole.to };
  return { ...range, said: {}, unit: unit === 'day' && count === 1 ? 'day' : 'span', assumed: whole.assumed };
}

const put = (tokens: Token[], from: number, to: number, range: DateRange, question: string): Token[] => [...tokens.slice(0, from), joined(tokens, from, to, { t: 'period', range }, question), ...tokens.slice(to)];

/** "from January to date": it begins there and has no end. */
export function sinceToDate(tokens: Token[], question: string): Token[] {
  for (let i = 0; i < tokens.length; i++) {
    const range = rangeAt(tokens[i]);
    const end = next(tokens, i + 1);
    let lead = i - 1;
    while (lead >= 0 && isQuiet(tokens[lead])) lead--;
    if (!range?.from || tokens[lead]?.lex.t !== 'from' || tokens[end]?.lex.t !== 'all-time') continue;
    return put(tokens, lead, end + 1, { from: range.from, to: null, said: {}, unit: 'span', assumed: range.assumed }, question);
  }
  return tokens;
}

/** "this month up to yesterday", "2025년 3월부터" beside its year: an open end inside a period closes it. */
export function closedByOpenEnds(tokens: Token[], question: string): Token[] {
  for (let i = 0; i < tokens.length; i++) {
    const j = next(tokens, i + 1);
    const [whole, open] = [rangeAt(tokens[i]), rangeAt(tokens[j])];
    if (!whole?.from || !whole.to || !open) continue;
    const until = open.from === null && open.to !== null && open.to > whole.from && open.to <= whole.to ? { from: whole.from, to: open.to } : null;
    const since = open.to === null && open.from !== null && open.from >= whole.from && open.from < whole.to ? { from: open.from, to: whole.to } : null;
    const range = until ?? since;
    if (range) return closedByOpenEnds(put(tokens, i, j + 1, { ...range, said: {}, unit: 'span', assumed: whole.assumed }, question), question);
  }
  return tokens;
}
