import type { Finding, Locale } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import { describedTexts, type DescribedText } from './described-texts.js';
import { looksAbbreviated, scriptOf } from './text-signs.js';

/** Fewer texts are a small edit, whatever their share. */
const MANY = 20;
/** Shares of the texts of a language from which on a change is no edit but an accident, or an attack on meaning. */
const SHARE = { abbreviated: 0.05, script: 0.05, rewritten: 0.5, repeated: 0.1, emptied: 0.05 };
const EXAMPLES = 5;

/** What is wrong with some texts of one language, before it is known whether it is worth a word. */
interface Suspicion {
  rule: `descriptions-${keyof typeof SHARE}`;
  locale: Locale;
  found: readonly DescribedText[];
  of: number;
}

/**
 * Do the texts that people and models read still describe the data? Business language replaced by abbreviations, a language replaced by
 * another script, masses of texts rewritten, repeated or dropped at once: each is a finding with how many of how many, and examples. Not
 * a matter for a machine to decide: a release with such a finding waits for a second person.
 *
 * @param before the version in force; null: the first one, which is held against nothing but itself
 * @example guardDescriptions(before, after) // [{ rule: 'descriptions-abbreviated', severity: 'warning', params: { locale: 'ko', found: '6460', of: '6460', … }, … }]
 */
export function guardDescriptions(before: Pack | null, after: Pack): Finding[] {
  const texts = describedTexts(after);
  const old = before ? describedTexts(before) : [];
  return (['en', 'ko'] as const).flatMap((locale) => {
    const now = texts.filter((one) => one.locale === locale);
    const was = new Map(old.filter((one) => one.locale === locale).map((one) => [one.ref, one.text]));
    const changed = now.filter(({ ref, text }) => was.has(ref) && was.get(ref) !== text);
    const kept = new Set(now.map(({ ref }) => ref));
    const suspicions: Suspicion[] = [
      { rule: 'descriptions-abbreviated', locale, of: now.length, found: (before ? changed : now).filter(({ ref, text }) => looksAbbreviated(text) && !looksAbbreviated(was.get(ref) ?? '')) },
      { rule: 'descriptions-script', locale, of: now.length, found: changed.filter(({ ref, text }) => scriptOf(text) !== scriptOf(was.get(ref) ?? '')) },
      { rule: 'descriptions-rewritten', locale, of: Math.max(was.size, 1), found: changed },
      { rule: 'descriptions-repeated', locale, of: now.length, found: repeated(before ? changed : now) },
      { rule: 'descriptions-emptied', locale, of: Math.max(was.size, 1), found: old.filter((one) => one.locale === locale && !kept.has(one.ref) && stillThere(after, one.ref)) },
    ];
    return suspicions.filter(({ rule, found, of }) => found.length >= MANY && found.length / of >= SHARE[rule.slice('descriptions-'.length) as keyof typeof SHARE]).map((one) => finding(one, was));
  });
}

/** Texts that more than three things share. */
function repeated(texts: readonly DescribedText[]): DescribedText[] {
  const times = new Map<string, number>();
  for (const { text } of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return texts.filter(({ text }) => (times.get(text) ?? 0) > 3);
}

/** What is gone altogether lost no description. */
function stillThere(pack: Pack, ref: string): boolean {
  const [entity = '', column] = ref.split('.');
  return column === undefined ? pack.entities.has(entity) || pack.metrics.has(entity) || pack.dimensions.has(entity) : (pack.entities.get(entity)?.columns.has(column) ?? false);
}

function finding({ rule, locale, found, of }: Suspicion, was: ReadonlyMap<string, string>): Finding {
  const examples = found.slice(0, EXAMPLES).map(({ ref, text }) => (was.has(ref) && was.get(ref) !== text ? `${ref}: ${was.get(ref) ?? ''} → ${text}` : `${ref}: ${text}`));
  return { rule, severity: 'warning', message: `${found.length} of ${of} texts (${locale}): ${examples.join('; ')}`, params: { locale, found: String(found.length), of: String(of), examples: examples.join('\n') } };
}
