import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planQuery, resolveQuestion } from '../index.js';
import { commercePack, specFiles } from '../spec/commerce-pack.js';

const pack = commercePack();
const questions = specFiles().flatMap(({ text }) => (parse(text) as { questions: { question: string }[] }).questions.map((q) => q.question));
const ask = (question: string) => resolveQuestion(pack, { question, today: '2026-06-30', choices: {} });
/** What would run, or how the question ended. */
function answerTo(question: string): string {
  const resolution = ask(question);
  if (resolution.outcome !== 'resolved') return resolution.outcome;
  const plan = planQuery(pack, resolution.interpretation);
  return plan.outcome === 'planned' ? JSON.stringify(plan.query) : plan.outcome;
}
/** Read without an introduction, where words say nothing of the question. */
const answered = questions.filter((q) => answerTo(q).startsWith('{') && !ask(q).interpretation.spans.some((s) => s.kind === 'unbound'));

/** Ordinary words that narrow a question; some begin or end like words that only hold questions together. */
const NARROWING = {
  en: 'domestic express overdue premium wholesale gifted loyal early urgent organic approved verified partial duplicate recurring local foreign online regular stolen broken disputed insured seasonal vintage imported refurbished damaged fragile subscription expired suspicious rural male young senior gold taxable exempt prepaid slow late delayed'.split(' '),
  ko: '해외 우수 단골 대량 소량 도매 긴급 단독 단품 중고 중간 중요 중지된 정기 임시 수입산 수제 수동 다수 다량 저가 고가 표준 전국 당일 또래 더블 만족 만기 만료된 봐주는 대형 대표 대면 명품 인기 등급 회수된 위탁 위험 종료된 분할 분실된 줄인 개봉된 순수 순환 별점 과세 산업용 할부 할당 연체된 미납 파손된 예약 심야 새벽 남성 노인 법인 무료 특가 리퍼 책상 책장 옷장 웹툰 카드사 도시락 고객등급 배송지연'.split(' '),
};

describe('a word of a question', () => {
  it('that narrows it and has no meaning here is never lost: the answer changes or there is none', () => {
    const by = (locale: 'en' | 'ko') => answered.filter((q) => /[가-힣]/.test(q) === (locale === 'ko'));
    for (const locale of ['en', 'ko'] as const) {
      fc.assert(fc.property(fc.constantFrom(...by(locale)), fc.constantFrom(...NARROWING[locale]), fc.double({ min: 0, max: 1, noNaN: true }), (question, word, where) => {
        const parts = question.split(' ');
        parts.splice(Math.round(where * parts.length), 0, word);
        expect([word, question, answerTo(parts.join(' ')) === answerTo(question)]).toEqual([word, question, false]);
      }), { numRuns: 250 });
    }
  });

  it('that is a condition is never without effect', () => {
    fc.assert(fc.property(fc.constantFrom(...answered), (question) => {
      const conditions = ask(question).interpretation.spans.filter((s) => s.kind === 'filter' && s.ref !== undefined && !pack.events.has(s.ref) && !pack.dimensions.has(s.ref));
      for (const { start, end } of conditions) expect([question.slice(start, end), question, answerTo(`${question.slice(0, start)} ${question.slice(end)}`) === answerTo(question)]).toEqual([question.slice(start, end), question, false]);
    }), { numRuns: 200 });
  });

  it.each(['중지된 카드 주문', '재고 조정 중단', '단가표', '당내 주문', '저저가 주문', '할당 주문'])('of many syllables is not read as its syllables: %s', (question) => {
    expect(ask(question).outcome).toBe('refuse');
  });

  it.each([['how many customers are called John', 'personal-data'], ['orders same day in 2025', 'unanswerable'], ['주민 수', 'not-a-question']])('is no slip of another when it is a word itself: %s', (question, code) => {
    expect(ask(question)).toMatchObject({ outcome: 'refuse', refusal: { code } });
    expect(ask(question).interpretation.notes.filter((n) => n.code === 'typo')).toEqual([]);
  });
});
