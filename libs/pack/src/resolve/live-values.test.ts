import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../load/load-pack.js';
import { identityBinding, judgeProbe, planProbes, type Pack } from '../index.js';
import { commerceFiles } from '../spec/commerce-pack.js';
import { lookedUp, type LiveValues } from './live-values.js';
import { resolveQuestion } from './resolve-question.js';

const files = commerceFiles();
const packWith = (from: string, to: string): ReturnType<typeof loadPack> => {
  expect(files['dimensions.yaml']).toContain(from);
  return loadPack({ ...files, 'dimensions.yaml': files['dimensions.yaml']!.replace(from, to) }, 1);
};
const pack = loadPack(files, 1).pack!;
const LIVE: LiveValues = { 'customers.city': ['Gwangmyeong', 'Porto Alegre', '천안', '춘천시', 'Springfield'] };
const ask = (question: string, live: LiveValues | undefined = LIVE, of: Pack = pack) => resolveQuestion(of, { question, today: '2026-06-30', choices: {}, ...(live ? { live } : {}) });
const filters = (question: string, live?: LiveValues): unknown[] => ask(question, live ?? LIVE).interpretation.filters.map(({ ref, values }) => [ref, values]);

describe('words that nothing declared explains', () => {
  it.each([
    ['customers in Gwangmyeong', ['Gwangmyeong']], ['net revenue in Porto Alegre in 2025', ['Porto Alegre']], ['customers in gwangmyeong and Porto Alegre', ['Gwangmyeong', 'Porto Alegre']],
    ['천안 고객 수', ['천안']], ['천안에 사는 고객은 몇 명이야', ['천안']], ['춘천 시 고객 수', ['춘천시']],
    ['how many customers live in Gwangmyong', ['Gwangmyeong']], ['춘찬시 고객 수', ['춘천시']],
  ])('are looked up among the real values: “%s”', (question, values) => {
    expect(resolveQuestion(pack, { question, today: '2026-06-30', choices: {} }).outcome).toBe('refuse');
    expect([ask(question).outcome, filters(question)]).toEqual(['resolved', [['city', values]]]);
  });

  it('are asked back about where several dimensions have the value, and the choice holds', () => {
    const { pack: two } = packWith('    of: orders.channel\n', '    of: orders.channel\n    lookup: { most: 20 }\n');
    const live = { ...LIVE, 'orders.channel': ['Springfield'] };
    const asked = ask('net revenue for Springfield in 2025', live, two!);
    expect(asked.outcome === 'clarify' && [asked.clarification.term, asked.clarification.choices.map(({ ref }) => ref).sort()]).toEqual(['Springfield', ['channel', 'city']]);
    const chosen = resolveQuestion(two!, { question: 'net revenue for Springfield in 2025', today: '2026-06-30', choices: { Springfield: 'channel' }, live });
    expect(chosen.interpretation.filters.map(({ ref, values }) => [ref, values])).toEqual([['channel', ['Springfield']]]);
  });

  it('are refused where no value is like them', () => {
    expect(ask('customers in Atlantis').outcome).toBe('refuse');
  });
});

describe('real values', () => {
  it('never change what declared words mean, whatever the data holds', () => {
    const said = ['net revenue by month in 2025', 'orders by channel in 2025', '2025년 채널별 순매출', 'customers in Seoul', 'top 5 products by net revenue in 2025'];
    const before = said.map((question) => ask(question, undefined));
    const words = said.flatMap((question) => question.split(' '));
    fc.assert(fc.property(fc.array(fc.oneof(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' ')), fc.string({ unit: 'grapheme' })), { maxLength: 30 }), (values) => {
      expect(said.map((question) => ask(question, { 'customers.city': values }))).toEqual(before);
    }), { numRuns: 25 });
  });

  it('are no names when they are long, a number, spelt two ways, or hold what nobody sees', () => {
    for (const value of ['Gwangmyeong'.repeat(8), 'Gwang\u202emyeong']) expect(ask('customers in Gwangmyeong', { 'customers.city': [value] }).outcome).toBe('refuse');
    expect(ask('customers in Gwangmyeong', { 'customers.city': ['Gwangmyeong', 'GWANGMYEONG'] }).outcome).toBe('refuse');
  });

  it('are read with the proofs of the pack, up to a number, and never of a personal column', () => {
    expect(lookedUp(pack)).toEqual(['customers.city', 'products.product_name']);
    const probe = planProbes(pack, identityBinding(pack)).find(({ id }) => id === 'lookup:customers.city')!;
    expect(probe.query.limit).toBe(301);
    const rows = (n: number): [string, string][] => Array.from({ length: n }, (_, i) => [`c${i}`, '1']);
    expect(judgeProbe(probe, rows(2)).evidence).toMatchObject({ outcome: 'passed', values: [{ value: 'c0' }, { value: 'c1' }] });
    const many = judgeProbe(probe, rows(301));
    expect([many.evidence.outcome, many.evidence.values, many.findings.map(({ rule }) => rule)]).toEqual(['passed', undefined, ['probe-many-values']]);
    expect(packWith('    of: customers.city\n', '    of: customers.email\n').findings.map(({ rule }) => rule)).toContain('lookup-not-possible');
  });
});
