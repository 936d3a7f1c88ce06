import type { Bilingual, ColumnSource } from '../schema/pack-source.js';
import { wordsOf } from './names.js';

export interface DraftDictionary {
  codes: boolean;
  values: Record<string, { label: Bilingual }>;
}

/** More is not a dictionary but the data itself. */
const MOST_VALUES = 200;
const LONGEST = 60;
const CODE = /^[A-Z0-9]{1,4}$/;

/** Value dictionaries of the texts whose values were sampled: what a question may call a value is the value itself, spelt out. */
export function draftValues(columns: readonly { ref: string; kind: Pick<ColumnSource, 'type' | 'role'>; values: readonly unknown[] }[]): Map<string, DraftDictionary> {
  const found = new Map<string, DraftDictionary>();
  for (const { ref, kind, values } of columns) {
    if (kind.type !== 'text' || kind.role === 'key' || kind.role === 'foreign') continue;
    const texts = [...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST))];
    // A word must be sayable: signs and bare numbers are looked for as they are, not as words.
    const words = texts.filter((text) => /\p{L}{2}/u.test(text));
    if (words.length === 0 || words.length > MOST_VALUES || texts.length > MOST_VALUES) continue;
    found.set(ref, { codes: words.every((text) => CODE.test(text)), values: Object.fromEntries(words.sort().map((text) => [text, { label: labelOfValue(text) }])) });
  }
  return found;
}

function labelOfValue(text: string): Bilingual {
  const en = /^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+$/u.test(text) ? wordsOf(text).join(' ') : text.trim();
  return { en, ko: en };
}
