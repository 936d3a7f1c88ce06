/** A sentence and where it begins. */
export interface Sentence {
  text: string;
  start: number;
}

/** Longer ones are cut at a blank: time would grow with the square of their length. */
const LONGEST = 600;

/** Cuts a text into sentences; a point within a number or after an initial ends none. */
export function sentencesOf(text: string): Sentence[] {
  return wholeSentences(text).flatMap(cut);
}

function cut({ text, start }: Sentence): Sentence[] {
  if (text.length <= LONGEST) return [{ text, start }];
  const blank = text.lastIndexOf(' ', LONGEST);
  const at = blank > LONGEST / 2 ? blank + 1 : LONGEST;
  const parts: Sentence[] = [{ text: text.slice(0, at), start }];
  for (let from = at; from < text.length; from += LONGEST) parts.push({ text: text.slice(from, from + LONGEST), start: start + from });
  return parts;
}

function wholeSentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const match of text.matchAll(/(?:(?<!\b\p{L})[.!?。](?=\s|$)|\n|;)\s*/gu)) {
    const end = match.index + match[0].length;
    if (text.slice(start, end).trim() !== '') found.push({ text: text.slice(start, end), start });
    start = end;
  }
  if (text.slice(start).trim() !== '') found.push({ text: text.slice(start), start });
  return found;
}
