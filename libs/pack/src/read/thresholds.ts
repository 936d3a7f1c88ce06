import { inCurrency } from './numbers.js';
import { isQuiet, joined, type Reading, type Token } from './token.js';

type Threshold = Extract<Reading, { t: 'threshold' }>;
type Amount = Extract<Reading, { t: 'amount' }>;

/** "more than 50", "50개를 넘은", "between 10 and 20", "at least one", "한 번만" become thresholds. */
export function readThresholds(tokens: Token[], question: string): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const read = before(tokens, i) ?? after(tokens, i) ?? between(tokens, i) ?? span(tokens, i) ?? bare(tokens[i]!, i);
    if (read) {
      out.push(joined(tokens, i, read.to, read.lex, question));
      i = read.to;
    } else out.push(tokens[i++]!);
  }
  return out;
}

const of = (op: Threshold['op'], amount: Amount, upper?: Amount): Threshold => ({ t: 'threshold', op, value: amount.value, upper: upper?.value, percent: amount.percent || upper?.percent === true, ...inCurrency(amount.currency, upper?.currency), counter: amount.counter || upper?.counter === true });
const skip = (tokens: Token[], i: number): number => {
  while (isQuiet(tokens[i])) i++;
  return i;
};
const amountAt = (tokens: Token[], i: number): Amount | null => {
  const lex = tokens[i]?.lex;
  return lex?.t === 'amount' ? lex : null;
};

/** Operator first: "more than 50". */
function before(tokens: Token[], i: number): { lex: Threshold; to: number } | null {
  const lex = tokens[i]!.lex;
  if (lex.t === 'compare-number' && lex.side === 'next' && lex.op !== 'between') {
    const j = skip(tokens, i + 1);
    const once = tokens[j]?.lex;
    if (once?.t === 'once') return { lex: { ...onceOf(once.times), op: lex.op }, to: j + 1 };
    const amount = amountAt(tokens, j);
    return amount ? { lex: { ...of(lex.op, amount), ...(lex.price ? { price: true } : {}) }, to: j + 1 } : null;
  }
  return null;
}

/** Amount first: "50 or more", "50개 이상 100개 미만". */
function after(tokens: Token[], i: number): { lex: Threshold; to: number } | null {
  const amount = amountAt(tokens, i);
  if (!amount) return null;
  const j = skip(tokens, i + 1);
  const lex = tokens[j]?.lex;
  return lex?.t === 'compare-number' && lex.side === 'prev' && lex.op !== 'between' ? { lex: { ...of(lex.op, amount), ...(lex.price ? { price: true } : {}) }, to: j + 1 } : null;
}

function between(tokens: Token[], i: number): { lex: Threshold; to: number } | null {
  const { lex } = tokens[i]!;
  if (lex.t !== 'between') return null;
  const low = amountAt(tokens, skip(tokens, i + 1));
  const and = skip(tokens, skip(tokens, i + 1) + 1);
  const high = amountAt(tokens, skip(tokens, and + 1));
  if (!low || !high || !['and', 'to'].includes(tokens[and]?.lex.t ?? '')) return null;
  return { lex: { ...of('gte', low, high), ...(lex.price ? { price: true } : {}) }, to: skip(tokens, and + 1) + 1 };
}

/** "60 to 90 orders", "50달러에서 100달러 사이": both ends belong to it. */
function span(tokens: Token[], i: number): { lex: Threshold; to: number } | null {
  const low = amountAt(tokens, i);
  const link = skip(tokens, i + 1);
  const linked = ['to', 'and', 'within'].includes(tokens[link]?.lex.t ?? '');
  const at = linked ? skip(tokens, link + 1) : link;
  const high = amountAt(tokens, at);
  if (!low || !high || Number(low.value) >= Number(high.value) || (!linked && !tokens.slice(i + 1, at).some((t) => t.text === '에서'))) return null;
  const next = skip(tokens, at + 1);
  if (tokens[next]?.lex.t === 'between') return { lex: of('gte', low, high), to: next + 1 };
  const counted = tokens[link]?.lex.t === 'to' && ['entity', 'metric'].includes(tokens[next]?.lex.t ?? '');
  return counted ? { lex: of('gte', low, high), to: at + 1 } : null;
}

function bare(token: Token, i: number): { lex: Threshold; to: number } | null {
  return token.lex.t === 'once' ? { lex: onceOf(token.lex.times), to: i + 1 } : null;
}

const onceOf = (times: number): Threshold => ({ t: 'threshold', op: 'eq', value: String(times), percent: false, counter: true });
