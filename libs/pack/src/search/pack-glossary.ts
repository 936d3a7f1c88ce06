import type { Pack } from '../pack.js';
import type { Bilingual, Words } from '../schema/pack-source.js';
import type { Glossary, GlossaryEntry } from './search-table.js';

/**
 * A pack's words as a glossary for schema search: labels and synonyms in both languages, with the standard tables and columns they
 * stand for, so that a question in one language finds tables named in another.
 *
 * @example
 * createSchemaIndex(tables, { glossary: packGlossary(pack) }).search('지난달 주문 건수')
 */
export function packGlossary({ source }: Pack): Glossary {
  const entries: GlossaryEntry[] = [];
  const add = (names: string[], label: Bilingual | undefined, { en, ko }: Words): void => {
    const phrases = [...(label ? [label.en, label.ko] : []), ...en, ...ko];
    if (phrases.length > 0) entries.push({ phrases, names });
  };
  for (const [entity, { label, synonyms, columns }] of Object.entries(source.entities)) {
    add([entity], label, synonyms);
    for (const [column, said] of Object.entries(columns)) add([column], said.label, said.synonyms);
  }
  // A measure is asked for by its own name and found in the table its rows come from.
  for (const [name, metric] of Object.entries(source.metrics)) add('of' in metric && !(metric.kind === 'cumulative' || metric.kind === 'period_over_period') ? [name, metric.of] : [name], metric.label, metric.synonyms);
  for (const { of, label, synonyms } of Object.values(source.dimensions)) add([of], label, synonyms);
  return entries;
}
