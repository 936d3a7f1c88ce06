import type { Job } from '@countersign/contracts';
import i18next from 'i18next';
import type { Language } from '../api/problem';
import { formatCount } from '../format/number';
import en from './en.json';

type Report = NonNullable<Job['gateReport']>;

/** Why the gate said no, in the reader's language. The gate's own English says more; it stays where English is read. */
export function rejectionSentence(rule: string, message: string, language: Language): string {
  return language !== 'en' && Object.hasOwn(en.rule, rule) ? i18next.t(`rule.${rule}` as 'rule.empty', { lng: language }) : message;
}

/**
 * What a check or finding remarks; one that the console has no words for keeps the gate's own.
 * @param maxRows cap of the data source: the text asks for one row more, so that a cut is noticed, and no more than the cap is kept
 */
export function noteSentence({ rule, message, params = {} }: { rule: string; message: string; params?: Record<string, unknown> | undefined }, report: Report | null, language: Language, maxRows = Infinity): string {
  if (!Object.hasOwn(en.checkNote, rule)) return rejectionSentence(rule, message, language);
  const accepted = report?.verdict === 'accept' ? report : undefined;
  const filters = accepted?.rowFilters.reduce((sum, filter) => sum + filter.occurrences, 0) ?? 0;
  return i18next.t(`checkNote.${rule}` as 'checkNote.scope', { lng: language, limit: formatCount(Math.min(accepted?.limit ?? 0, maxRows), language), filters: formatCount(filters, language), column: String(params['column'] ?? '') });
}
