import { joined, type Token } from './token.js';

/** "가장 주문이 많은": the word for "most" and the word it strengthens may stand apart; together they rank. */
export function readSuperlatives(tokens: Token[], question: string): Token[] {
  const out = [...tokens];
  for (let i = 0; i < out.length; i++) {
    if (out[i]!.lex.t !== 'most') continue;
    const at = out.findIndex((t, j) => j > i && j <= i + 5 && t.lex.t === 'much');
    const much = out[at]?.lex;
    if (much?.t !== 'much') continue;
    out[at] = joined(out, at, at + 1, { t: 'top', direction: much.direction }, question);
    out[i] = joined(out, i, i + 1, { t: 'filler' }, question);
  }
  return out;
}
