import { isMap, parseDocument } from 'yaml';
import { participles } from '../language/ko/participles.js';
import type { Pack } from '../pack.js';
import { removeFromYaml, setInYaml } from './set-in-yaml.js';

/** What people of an organization mean by a word that a pack asks about. */
export interface AdoptedMeaning {
  /** The word as it was asked about. */
  surface: string;
  /** The metric or dimension that is meant. */
  ref: string;
  /** `default`: still asked, with this as the usual choice. `synonym`: no longer asked. */
  as: 'default' | 'synonym';
}

/**
 * The term of a pack that asks about a word and has a meaning among its choices.
 * @example termFor(pack, 'sales', 'net_revenue') // 'revenue'
 */
export function termFor(pack: Pack, surface: string, ref: string): string | undefined {
  const said = plain(surface);
  const asks = (words: readonly string[]): boolean => words.some((word) => plain(word) === said);
  const terms = [...pack.terms.values()].filter(({ means }) => means.includes(ref)).map(({ id }) => ({ id, words: wordsOf(pack, id) }));
  return (terms.find(({ words }) => asks(words)) ?? terms.find(({ words }) => asks(words.flatMap(participles))))?.id;
}

/**
 * Writes a meaning into a pack's files, every other character as it was. What comes of it is a draft like any other: read, tested, proved
 * and published by people.
 *
 * @param pack the version that the files are
 * @returns the files with the meaning in them, or undefined when the word is no term with that meaning, the pack says so already, or its place can't be written
 * @example adoptMeaning(pack, files, { surface: 'sales', ref: 'net_revenue', as: 'synonym' })
 */
export function adoptMeaning(pack: Pack, files: Readonly<Record<string, string>>, { surface, ref, as }: AdoptedMeaning): Record<string, string> | undefined {
  const term = termFor(pack, surface, ref);
  if (term === undefined) return undefined;
  // What the pack says already is no change to look at, test and prove.
  if (as === 'default' && pack.terms.get(term)?.usual === ref) return undefined;
  if (as === 'default') return edited(files, ['terms', term], (text) => setInYaml(text, ['terms', term, 'usual'], ref));
  const without = withoutWord(pack, files, term, surface);
  return without && withSynonym(pack, without, ref, surface);
}

/** The term no longer asks about the word; one that asks about nothing any more goes. */
function withoutWord(pack: Pack, files: Readonly<Record<string, string>>, term: string, surface: string): Record<string, string> | undefined {
  const words = pack.source.terms[term]?.words ?? { en: [], ko: [] };
  const left = { en: words.en.filter((word) => plain(word) !== plain(surface)), ko: words.ko.filter((word) => plain(word) !== plain(surface)) };
  if (left.en.length + left.ko.length === 0) return edited(files, ['terms', term], (text) => removeFromYaml(text, ['terms', term]));
  const locale = left.en.length < words.en.length ? 'en' : left.ko.length < words.ko.length ? 'ko' : undefined;
  // A spoken form of one of its words ("결제한 금액"): the word itself is not there to be taken out.
  return locale === undefined ? { ...files } : edited(files, ['terms', term], (text) => setInYaml(text, ['terms', term, 'words', locale], left[locale]));
}

function withSynonym(pack: Pack, files: Readonly<Record<string, string>>, ref: string, surface: string): Record<string, string> | undefined {
  const section = ref in pack.source.metrics ? 'metrics' : 'dimensions';
  const declared = pack.source[section][ref];
  if (!declared) return undefined;
  const locale = /\p{Script=Hangul}/u.test(surface) ? 'ko' : 'en';
  const words = [...declared.synonyms[locale], surface];
  return edited(files, [section, ref], (text) => {
    const path = [section, ref, 'synonyms'];
    return isMap(parseDocument(text).getIn(path, true)) ? setInYaml(text, [...path, locale], words) : setInYaml(text, path, { [locale]: words });
  });
}

/** The files with the one that declares something edited. */
function edited(files: Readonly<Record<string, string>>, declared: readonly string[], edit: (text: string) => string | undefined): Record<string, string> | undefined {
  const file = Object.keys(files).filter((path) => /\.ya?ml$/.test(path) && !/^(tests|warehouse|bindings)\//.test(path)).find((path) => parseDocument(files[path] ?? '').hasIn(declared));
  const text = file === undefined ? undefined : edit(files[file] ?? '');
  return file === undefined || text === undefined ? undefined : { ...files, [file]: text };
}

const wordsOf = (pack: Pack, term: string): string[] => {
  const words = pack.source.terms[term]?.words;
  return words ? [...words.en, ...words.ko] : [];
};

const plain = (word: string): string => word.toLowerCase().replace(/\s+/g, /\p{Script=Hangul}/u.test(word) ? '' : ' ').trim();
