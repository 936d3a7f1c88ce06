import type { Finding } from '@countersign/contracts';
import { currencies } from '../language/currencies.js';
import { english } from '../language/english.js';
import { korean } from '../language/korean.js';
import { participles } from '../language/ko/participles.js';
import type { Bilingual, Words } from '../schema/pack-source.js';
import type { Bound, Lex } from '../text/lex.js';
import { Lexicon } from '../text/lexicon.js';
import { toSymbols } from '../text/symbols.js';
import type { CompiledPack, PlaceOf } from './compile.js';

const both = (words: Partial<Words> | undefined): string[] => [...(words?.en ?? []), ...(words?.ko ?? [])];
const named = (label: Bilingual | undefined, words: Words): string[] => [...(label ? [label.en, label.ko] : []), ...both(words)];

const keyOf = (surface: string): string => toSymbols(surface).map((s) => s.text).join(' ');

/** Where the owner of a word is declared: "metric net_revenue", "filter not delivered", "column orders.status". */
function pathOf(owner: string): string[] {
  const [kind = '', ...ids] = owner.split(' ').filter((part) => part !== 'not');
  if (kind === 'column') return ['entities', ids[0]!.split('.')[0]!, 'columns', ids[0]!.split('.')[1]!];
  if (kind === 'value') return ['values', ids[0]!, 'values', ...ids.slice(1)];
  return [kind === 'entity' ? 'entities' : kind === 'cue' ? 'dimensions' : `${kind}s`, ...ids];
}

/** Puts every word of the pack, then every word of the languages, into one lexicon. A surface of the pack wins. */
export function buildLexicon(pack: CompiledPack, findings: Finding[], at: PlaceOf): Lexicon {
  const lexicon = new Lexicon();
  const seen = new Map<string, string>();
  const add = (surfaces: string[], lex: (surface: string) => Lex, owner: string, bound?: Bound): void => {
    for (const surface of new Set(surfaces)) {
      const key = keyOf(surface);
      const before = seen.get(key);
      if (before === owner) continue;
      if (before !== undefined && !/^(?:entity|role|event|cue) /.test(owner)) findings.push({ rule: 'word-taken', severity: 'info', message: `"${surface}" means ${before} and ${owner}; the first wins`, at: at(pathOf(owner)) });
      seen.set(key, before ?? owner);
      lexicon.add(surface, bound ? { lex: lex(surface), bound } : { lex: lex(surface) });
    }
  };
  addPackWords(pack, add);
  addSharedHeads(pack, lexicon);
  addSpokenMeasures(pack, (surfaces, ...rest) => add(surfaces.filter((surface) => !seen.has(keyOf(surface))), ...rest));
  lexicon.addLines([...english.lines, ...korean.lines, ...currencies]);
  return lexicon;
}

/** "gross and net revenue": the first word of a name of two, before another that ends alike. */
function addSharedHeads({ source }: CompiledPack, lexicon: Lexicon): void {
  const add = (names: string[], lex: (surface: string) => Lex): void => {
    for (const name of names) {
      const [first, head, ...more] = toSymbols(name);
      if (first?.kind === 'word' && head?.kind === 'word' && more.length === 0) lexicon.add(first.text, { lex: lex(name), bound: 'shared-head', head: head.text });
    }
  };
  for (const [ref, m] of Object.entries(source.metrics)) if (!m.private) add([m.label.en, ...m.synonyms.en], (surface) => ({ t: 'metric', ref, surface }));
  for (const [ref, d] of Object.entries(source.dimensions)) if (!d.hidden) add([d.label.en, ...d.synonyms.en], (surface) => ({ t: 'dimension', ref, surface }));
}

/** "결제 금액" is also said "결제한 금액"; a surface that the pack declares itself comes first. */
function addSpokenMeasures({ source }: CompiledPack, add: Add): void {
  const spoken = (surfaces: string[]): string[] => surfaces.flatMap(participles);
  for (const [ref, term] of Object.entries(source.terms)) add(spoken(both(term.words)), (surface) => ({ t: 'term', ref, surface }), `term ${ref}`);
  for (const [ref, m] of Object.entries(source.metrics)) if (!m.private) add(spoken(named(m.label, m.synonyms)), (surface) => ({ t: 'metric', ref, surface }), `metric ${ref}`);
}

type Add = (surfaces: string[], lex: (surface: string) => Lex, owner: string, bound?: Bound) => void;

function addPackWords(pack: CompiledPack, add: Add): void {
  const { source } = pack;
  for (const [ref, term] of Object.entries(source.terms)) add(both(term.words), (surface) => ({ t: 'term', ref, surface }), `term ${ref}`);
  for (const [ref, e] of Object.entries(source.entities)) add(named(e.label, e.synonyms), (surface) => ({ t: 'entity', ref, surface }), `entity ${ref}`);
  for (const [ref, role] of Object.entries(source.roles)) add(named(role.label, role.synonyms), (surface) => ({ t: 'entity', ref, surface }), `role ${ref}`);
  for (const [ref, m] of Object.entries(source.metrics)) if (!m.private) add(named(m.label, m.synonyms), (surface) => ({ t: 'metric', ref, surface }), `metric ${ref}`);
  for (const [ref, d] of Object.entries(source.dimensions)) {
    if (!d.hidden) add(named(d.label, d.synonyms), (surface) => ({ t: 'dimension', ref, surface }), `dimension ${ref}`);
    add(both(d.cues), (surface) => ({ t: 'cue', ref, surface }), `cue ${ref}`);
  }
  for (const term of source.pack.calendar.academic?.terms ?? []) add(both(term.words), (surface) => ({ t: 'academic-term', id: term.id, surface }), `term ${term.id}`);
  addValues(pack, add);
  for (const [ref, f] of Object.entries(source.filters)) {
    add(both(f.words), (surface) => ({ t: 'filter', ref, negated: false, surface }), `filter ${ref}`);
    add(both(f.opposite), (surface) => ({ t: 'filter', ref, negated: true, surface }), `filter not ${ref}`);
  }
  for (const [entity, e] of Object.entries(source.entities)) {
    for (const [column, c] of Object.entries(e.columns)) {
      const ref = `${entity}.${column}`;
      add(named(c.label, c.synonyms), (surface) => (c.sensitivity === 'personal' ? { t: 'personal', ref, surface } : { t: 'column', ref, surface }), `column ${ref}`);
    }
  }
  for (const [ref, e] of Object.entries(source.events)) add([...both(e.words), ...both(e.nouns)], (surface) => ({ t: 'event', ref, negated: false, surface }), `event ${ref}`);
  for (const [ref, e] of Object.entries(source.events)) add(both(e.opposite), (surface) => ({ t: 'event', ref, negated: true, surface }), `event not ${ref}`);
  for (const [ref, r] of Object.entries(source.ranks)) add(both(r.words), (surface) => ({ t: 'rank', by: r.by, direction: r.direction, surface }), `rank ${ref}`);
  for (const [ref, t] of Object.entries(source.topics)) add(both(t.words), (surface) => ({ t: 'topic', ref, surface }), `topic ${ref}`);
}

/** One surface may be a value of several dimensions (a country of the shipment or of the customer), and of several dictionaries (cancelled orders and cancelled payments). */
function addValues({ source }: CompiledPack, add: Add): void {
  const said = new Map<string, { dimension: string; value: string }[]>();
  const found: { surfaces: string[]; owner: string; bound?: Bound }[] = [];
  for (const [id, dictionary] of Object.entries(source.values)) {
    const dimensions = Object.entries(source.dimensions).filter(([, d]) => d.values === id).map(([ref]) => ref);
    for (const [value, v] of Object.entries(dictionary.values)) {
      const codes: Bound | undefined = dictionary.codes ? 'capitals' : undefined;
      const plain = dictionary.codes ? [] : [value, value.replaceAll('_', ' ')];
      found.push({ surfaces: [...named(v.label, v.synonyms), ...plain], owner: `value ${id} ${value}` });
      if (codes) found.push({ surfaces: [value], owner: `value ${id} ${value} code`, bound: codes });
      for (const key of new Set([...named(v.label, v.synonyms), ...plain, ...(codes ? [value] : [])].map(keyOf))) {
        const known = said.get(key) ?? [];
        said.set(key, [...known, ...dimensions.filter((dimension) => !known.some((k) => k.dimension === dimension)).map((dimension) => ({ dimension, value }))]);
      }
    }
  }
  for (const { surfaces, owner, bound } of found) add(surfaces, (surface) => ({ t: 'value', candidates: said.get(keyOf(surface)) ?? [], surface }), owner, bound);
}
