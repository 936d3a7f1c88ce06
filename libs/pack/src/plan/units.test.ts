import { describe, expect, it } from 'vitest';
import { planQuery, resolveQuestion } from '../index.js';
import { manufacturingPack } from '../spec/manufacturing-pack.js';
import { factsOf } from '../trial/facts-of.js';

const pack = manufacturingPack();
const resolve = (question: string, choices: Record<string, string> = {}) => resolveQuestion(pack, { question, today: '2026-06-30', choices });
const facts = (question: string, choices: Record<string, string> = {}) => factsOf(resolve(question, choices));

describe('a figure whose rows have different units', () => {
  it('is asked about: converted, each by itself, or one of them', () => {
    expect(resolve('purchase amount in 2025')).toMatchObject({ clarification: { term: 'currency', choices: [{ ref: 'purchase_amount_krw', usual: true }, { ref: 'currency' }, { ref: 'currency=KRW' }, { ref: 'currency=USD' }] } });
  });

  it('becomes what was chosen', () => {
    expect(facts('purchase amount in 2025', { currency: 'purchase_amount_krw' })).toMatchObject({ measure: ['purchase_amount_krw'] });
    expect(facts('purchase amount in 2025', { currency: 'currency' })).toMatchObject({ measure: ['purchase_amount'], by: ['currency'] });
    expect(facts('purchase amount in 2025', { currency: 'currency=USD' })).toMatchObject({ measure: ['purchase_amount'], where: ['currency eq USD'] });
  });

  it('has one where the question narrows it, breaks it down by unit, or by things that have one each', () => {
    for (const question of ['purchase amount in USD', 'purchase amount by currency', 'stock quantity by item', 'stock quantity in kg']) expect(resolve(question).outcome).toBe('resolved');
  });

  it('is not ranked, limited or shared across units: each unit by itself, or one', () => {
    expect(facts('top 5 items by stock quantity')).toMatchObject({ ask: 'unit of measure' });
    expect(facts('top 5 items by stock quantity', { unit: 'unit' })).toMatchObject({ limit: 5, limit_within: ['unit'] });
    expect(facts('items with stock quantity over 500')).toEqual({ ask: 'unit of measure', choices: ['unit=kg', 'unit=ea'] });
    expect(facts('share of purchase amount by currency')).toMatchObject({ ask: 'currency' });
  });

  it('is refused by the planner too, whoever made the interpretation', () => {
    const { interpretation } = resolve('purchase amount by currency');
    expect(planQuery(pack, { ...interpretation, dimensions: [] })).toMatchObject({ outcome: 'refuse', refusal: { params: { detail: 'purchase amount: amounts of different currency do not add up' } } });
  });

  it('is shown in the unit it is narrowed to, and in none where each row says its own', () => {
    const unit = (question: string) => {
      const plan = planQuery(pack, resolve(question).interpretation);
      return plan.outcome === 'planned' && plan.columns.at(-1)!.unit;
    };
    expect([unit('purchase amount in USD'), unit('purchase amount by currency'), unit('stock value')]).toEqual(['USD', undefined, 'KRW']);
  });
});
