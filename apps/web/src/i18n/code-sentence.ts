import i18next from 'i18next';
import { codeText, type Language } from '../api/problem';
import en from './en.json';

const REASONS: Record<string, string> = en.reason;

/** A reason, risk or note code in words: the contracts' text, else the console's, else the code itself with blanks. */
export function codeSentence(code: string, language: Language, params: Record<string, string> = {}): string {
  // A stage that broke says what broke, where that has a text of its own.
  const cause = code === 'stage-fault' ? codeText(params['detail'] ?? '', language, params) : undefined;
  if (cause !== undefined) return cause;
  const known = codeText(code, language, params);
  if (known !== undefined) return known;
  if (Object.hasOwn(REASONS, code)) return i18next.t(`reason.${code}` as 'reason.clarify', { ...params, lng: language });
  return code.replaceAll('-', ' ');
}
