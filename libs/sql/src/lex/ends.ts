import { refuse } from '../refusal.js';

/** Where comments, strings and quoted names end. Each refuses what has no end. */

export function endOfLine(text: string, at: number): number {
  const end = text.slice(at).search(/[\r\n]/);
  return end < 0 ? text.length : at + end;
}

export function endOfComment(text: string, at: number): number {
  // An optimizer hint (`/*+ … */`) is left out like any other comment.
  if (/^\/\*(!|m!)/i.test(text.slice(at, at + 4))) refuse('executable-comment', 'a comment that some engines execute', at);
  const end = text.indexOf('*/', at + 2);
  if (end < 0) refuse('unterminated', 'the comment has no end', at);
  // Engines differ on whether comments nest, so what follows would be code for one and comment for another.
  if (text.slice(at + 2, end).includes('/*')) refuse('nested-comment', 'a comment inside a comment', at);
  return end + 2;
}

/** `at` is where the token begins, `open` its opening quote; the closing quote stands for itself when doubled. */
export function endOfQuoted(text: string, at: number, open: number, quote: string, backslashes = false): number {
  for (let end = open + 1; end < text.length; end++) {
    if (text[end] === '\\' && backslashes) end++;
    else if (text[end] === quote) {
      if (text[end + 1] !== quote) return end + 1;
      end++;
    }
  }
  return refuse('unterminated', quote === "'" ? 'the string has no end' : 'the quoted name has no end', at);
}

/** E'…': a backslash takes the next character along. `\'` is refused: half of all readers see the end there. */
export function endOfEscapeString(text: string, at: number, quoteAt: number): number {
  for (let end = quoteAt + 1; end < text.length; end++) {
    if (text[end] === '\\') {
      if (text[end + 1] === "'") refuse('escape-string', "write '' for a quote inside a string, not \\'", end);
      end++;
    } else if (text[end] === "'") {
      if (text[end + 1] !== "'") return end + 1;
      end++;
    }
  }
  return refuse('unterminated', 'the string has no end', at);
}

export function endOfDollarString(text: string, at: number, bodyAt: number): number {
  const end = text.indexOf(text.slice(at, bodyAt), bodyAt);
  if (end < 0) refuse('unterminated', 'the dollar-quoted string has no end', at);
  return end + (bodyAt - at);
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/** q'[…]': the body ends at the closing delimiter right before a quote. */
export function endOfDelimitedString(text: string, at: number, quoteAt: number): number {
  const delimiter = text[quoteAt + 1] ?? ' ';
  if (/[\s'\p{L}\p{N}]/u.test(delimiter)) refuse('escape-string', 'this delimiter of a q-string is not allowed', at);
  const end = text.indexOf(`${CLOSING[delimiter] ?? delimiter}'`, quoteAt + 2);
  if (end < 0) refuse('unterminated', 'the string has no end', at);
  return end + 2;
}
