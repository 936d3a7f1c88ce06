import { isHangul, type Token } from '../read/token.js';
import { as, is, type Draft } from './draft.js';

/** "zero shipping fee", "배송비가 0원인", "a list price of 100": a number right at a column says what it is. */
export function exactAmounts({ words, ask, pack }: Draft): void {
  words.forEach((token, i) => {
    const amount = as(token, 'amount');
    if (!amount || token.used) return;
    const [column, after] = [words[i - 1], words[i + 1]];
    const measured = (t: Token | undefined): boolean => is(t, 'column') && !t!.used && pack.entities.get(as(t, 'column')!.ref.split('.')[0]!)?.columns.get(as(t, 'column')!.ref.split('.')[1]!)?.role === 'measure';
    const said = measured(column) && (isHangul(column!.text) ? /^\s?(?:인|이고|이며)/.test(ask.question.slice(token.end)) : /^\s+(?:of|is|was|equal to|=)\s+\$?$/.test(ask.question.slice(column!.end, token.start)));
    if (said || (measured(after) && amount.value === '0')) token.lex = { ...amount, t: 'threshold', op: 'eq' };
  });
}
