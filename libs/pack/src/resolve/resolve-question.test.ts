import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planQuery, resolveQuestion } from '../index.js';
import { commercePack, specFiles } from '../spec/commerce-pack.js';

const pack = commercePack();
const ask = (question: string, choices: Record<string, string> = {}, today = '2026-06-30') => resolveQuestion(pack, { question, today, choices });
const questions = specFiles().flatMap(({ text }) => (parse(text) as { questions: { question: string }[] }).questions.map((q) => q.question));
const resolved = questions.filter((q) => ask(q).outcome === 'resolved');

describe('resolveQuestion', () => {
  it('asks what revenue means and goes on with the choice', () => {
    const first = ask('revenue by month in 2025');
    expect(first).toMatchObject({ outcome: 'clarify', clarification: { term: 'revenue', choices: [{ ref: 'gross_revenue', usual: false }, { ref: 'net_revenue', usual: true }] } });
    expect(ask('revenue by month in 2025', { revenue: 'gross_revenue' })).toMatchObject({ outcome: 'resolved', interpretation: { metrics: [{ ref: 'gross_revenue' }] } });
  });

  it('asks one thing at a time: the measure, then the country', () => {
    const choices: Record<string, string> = {};
    for (const [term, choice] of [['매출', 'net_revenue'], ['국가', 'ship_country']] as const) {
      expect(ask('국가별 매출', choices)).toMatchObject({ outcome: 'clarify', clarification: { term } });
      choices[term] = choice;
    }
    expect(ask('국가별 매출', choices)).toMatchObject({ outcome: 'resolved', interpretation: { dimensions: [{ ref: 'ship_country' }] } });
  });

  it('does not take a choice that is not among the meanings', () => {
    expect(ask('revenue in 2025', { revenue: 'cogs' }).outcome).toBe('clarify');
  });

  it('puts a typing slip right and says so', () => {
    expect(ask('net revnue by chanel in 2025')).toMatchObject({ outcome: 'resolved', interpretation: { notes: expect.arrayContaining([{ code: 'typo', params: { typed: 'revnue', read: 'revenue' } }]) } });
  });

  it('does not read "when" as "yesterday" in Korean', () => {
    expect(ask('구매 고객이 가장 많은 달은 언제야?').interpretation.period).toBeNull();
  });

  it('counts from the business date, not from any clock', () => {
    expect(ask('orders last month', {}, '2025-01-10').interpretation.period).toMatchObject({ from: '2024-12-01', to: '2025-01-01' });
  });

  it('never answers a question with a word it does not know', () => {
    for (const question of resolved) for (const word of ['flurbish', '꿻쉛']) expect([question, ask(`${question} ${word}`).outcome]).toEqual([question, 'refuse']);
  });

  it('never plans a personal column', () => {
    for (const question of resolved) {
      const plan = planQuery(pack, ask(question).interpretation);
      expect(JSON.stringify(plan)).not.toMatch(/full_name|"email"/);
    }
  });

  it('accounts for every character that is not blank, whatever is asked', () => {
    const anything = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(fc.constantFrom(...questions.flatMap((q) => q.split(' ')), '1,234', '2025', '(', '%', '한국', 'top'), { maxLength: 12 }).map((w) => w.join(' ')));
    fc.assert(fc.property(anything, (question) => {
      const { spans } = ask(question).interpretation;
      let at = 0;
      for (const span of spans) {
        if (question.slice(at, span.start).trim() !== '' || span.start < at || span.end > question.length) return false;
        at = span.end;
      }
      return question.slice(at).trim() === '';
    }), { numRuns: 300 });
  });

  it('gives the same answer to the same question', () => {
    for (const question of questions) expect(ask(question)).toEqual(ask(question));
  });

  it('reads a question of the greatest length in bounded time', () => {
    const start = performance.now();
    ask('매출액을 '.repeat(500));
    ask('net revenue by '.repeat(130));
    ask('가나다라마바사'.repeat(280));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
