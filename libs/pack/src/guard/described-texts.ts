import type { Locale } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import type { Bilingual } from '../schema/pack-source.js';

/** A text that says what something of the data is. */
export interface DescribedText {
  /** entity, entity.column, metric or dimension. */
  ref: string;
  locale: Locale;
  text: string;
}

/** Everything in a pack that describes data: entities, their columns where they have a name of their own, metrics, dimensions. */
export function describedTexts({ source }: Pack): DescribedText[] {
  const both = (ref: string, text: Bilingual | undefined): DescribedText[] => (text ? [{ ref, locale: 'en', text: text.en }, { ref, locale: 'ko', text: text.ko }] : []);
  return [
    ...Object.entries(source.entities).flatMap(([id, { description, columns }]) => [...both(id, description), ...Object.entries(columns).flatMap(([column, { label }]) => both(`${id}.${column}`, label))]),
    ...Object.entries(source.metrics).flatMap(([id, { definition }]) => both(id, definition)),
    ...Object.entries(source.dimensions).flatMap(([id, { definition }]) => both(id, definition)),
  ];
}
