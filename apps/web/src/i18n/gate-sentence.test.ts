import { readFileSync } from 'node:fs';
import path from 'node:path';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeSentence } from './code-sentence';
import en from './en.json';
import { noteSentence, rejectionSentence } from './gate-sentence';
import ko from './ko.json';

beforeAll(() => i18next.init({ resources: { en: { translation: en }, ko: { translation: ko } }, lng: 'en' }));

/** The codes that a list of the gate's source holds; the console may not import the gate. */
function codesIn(file: string): string[] {
  const source = readFileSync(path.resolve(import.meta.dirname, '../../../../libs/sql/src', file), 'utf8');
  return [...source.matchAll(/'([a-z-]+)'/g)].map((match) => match[1]!);
}
const spoken = (text: string | undefined) => /\S/.test(text ?? '');

describe('what the gate says', () => {
  it('has a sentence for every rule and every remark, in both languages', () => {
    const [rules, notes] = [codesIn('rule-codes.ts'), codesIn('note-codes.ts')];
    expect([rules.length > 40, notes.length > 9]).toEqual([true, true]);
    for (const texts of [en, ko]) {
      const [ruleTexts, noteTexts]: Record<string, string>[] = [texts.rule, texts.checkNote];
      expect(rules.filter((code) => !spoken(ruleTexts![code]))).toEqual([]);
      expect(notes.filter((code) => !spoken(noteTexts![code]))).toEqual([]);
    }
  });

  it('is said in the language of the reader', () => {
    expect(rejectionSentence('unknown-table', 'no table odrers', 'en')).toBe('no table odrers');
    expect(rejectionSentence('unknown-table', 'no table odrers', 'ko')).toMatch(/테이블/);
    const report = { verdict: 'accept', limit: 1000, rowFilters: [{ id: 'a', version: 1, occurrences: 2 }] } as unknown as Parameters<typeof noteSentence>[1];
    expect(noteSentence({ rule: 'row-limit', message: 'LIMIT 1000 was added' }, report, 'ko')).toBe('최대 1,000행만 반환합니다.');
    expect(noteSentence({ rule: 'row-filters', message: '2 places' }, report, 'ko')).toContain('2곳');
    expect(noteSentence({ rule: 'star-narrowed', message: '', params: { column: 'email' } }, null, 'en')).toBe('* leaves out email.');
    expect(noteSentence({ rule: 'something-new', message: 'as the gate said it' }, null, 'ko')).toBe('as the gate said it');
  });

  it('names what broke when a stage broke', () => {
    expect(codeSentence('stage-fault', 'ko', { detail: 'gate-unavailable' })).toMatch(/게이트가 제시간에/);
    expect(codeSentence('stage-fault', 'en', { detail: 'internal' })).toMatch(/\S/);
  });
});
