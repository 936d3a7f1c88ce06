import type { Query } from '@countersign/contracts';
import { momentOf } from './run/value.js';

/** What queries compare with: data made up around these tells the queries apart. */
export interface Mentions {
  texts: ReadonlySet<string>;
  numbers: readonly number[];
  /** Milliseconds. */
  dates: readonly number[];
}

export function mentionsOf(queries: readonly Query[], dates: readonly string[]): Mentions {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  const moments = new Set(dates.flatMap((date) => momentOf(date)?.ms ?? []));
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { kind, value, text } = node as { kind?: string; value?: unknown; text?: string };
    if ((kind === 'string' || kind === 'typed-literal') && typeof value === 'string') {
      const moment = momentOf(value);
      if (moment) moments.add(moment.ms);
      else texts.add(value.replace(/^%+|%+$/g, ''));
    } else if (kind === 'number' && text !== undefined) {
      const number = Number(text);
      numbers.add(number);
      if (Number.isInteger(number) && number >= 1990 && number <= 2100) moments.add(Date.UTC(number, 0, 1)).add(Date.UTC(number + 1, 0, 1));
    }
    Object.values(node).forEach(visit);
  };
  queries.forEach(visit);
  return { texts, numbers: [...numbers], dates: [...moments].sort((a, b) => a - b) };
}
