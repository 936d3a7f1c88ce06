import { isHangul, type Token } from '../read/token.js';
import { is, type Draft } from './draft.js';

const LETTER = /[\p{L}\p{N}-]/u;

/**
 * The words of the question that some tokens are parts of, whole and without their particles: people know
 * "블랙프라이데이", not the part of it that no lexicon has.
 */
export function nameWords({ ask, tokens }: Draft, unread: Token[]): string {
  const names: string[] = [];
  let done = -1;
  for (const token of unread) {
    if (token.start < done) continue;
    let start = token.start;
    let end = token.end;
    while (start > 0 && LETTER.test(ask.question[start - 1]!)) start--;
    while (end < ask.question.length && LETTER.test(ask.question[end]!)) end++;
    // What a dash or a blank parts stays apart; what follows a word of meaning in Hangul is its own.
    const inside = tokens.filter((t) => t.start >= start && t.end <= end);
    // A particle is left out where it is one for sure: "이" ends many a name.
    const tail = inside.at(-1);
    const cut = tail && tail.start >= token.end && is(tail, 'particle') && tail.text !== '이' && tail.start - start > 1 && isHangul(tail.text) ? tail.start : end;
    names.push(ask.question.slice(start, cut));
    done = end;
  }
  return names.join(' ');
}
