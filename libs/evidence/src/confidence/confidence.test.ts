import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearson } from '../statistics/clopper-pearson.js';
import { mcnemar } from '../statistics/mcnemar.js';
import { calibrate, confidenceOf, fitCalibration } from './calibrate.js';
import { applyIsotonic, fitIsotonic } from './isotonic.js';
import { applyLogistic, fitLogistic } from './logistic.js';
import { reliability, riskCoverage } from './reliability.js';
import { resultSanity } from './result-sanity.js';
import { riskThreshold } from './risk-threshold.js';
import { schemaCoverage } from './schema-coverage.js';
import { SIGNALS, USUAL_WEIGHTS, type Signals } from './signals.js';
import { weighSignals } from './weigh-signals.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const signals = fc.record(Object.fromEntries(SIGNALS.map((name) => [name, fc.option(share)]))) as unknown as fc.Arbitrary<Signals>;
const judged = fc.array(fc.record({ confidence: share, correct: fc.boolean() }), { minLength: 1, maxLength: 60 });
const none: Signals = { alignment: null, wording: null, coverage: null, agreement: null, sanity: null, selfReport: null };

describe('weighing signals', () => {
  it('gives the weight of what did not run to the rest', () => {
    fc.assert(fc.property(signals, (given) => {
      const { score, parts } = weighSignals(given, USUAL_WEIGHTS);
      const ran = SIGNALS.flatMap((name) => given[name] ?? []);
      if (ran.length === 0) return expect(score).toBeNull();
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
      expect(score).toBeGreaterThanOrEqual(Math.min(...ran) - 1e-12);
      expect(score).toBeLessThanOrEqual(Math.max(...ran) + 1e-12);
    }));
  });

  it('refuses what is no share', () => expect(() => weighSignals({ ...none, sanity: 1.2 }, USUAL_WEIGHTS)).toThrow(/sanity is 1.2/));
});

describe('intervals', () => {
  it('are the published ones', () => {
    expect(clopperPearson(97, 100, 0.95).low).toBeCloseTo(0.9148, 4);
    expect(clopperPearson(97, 100, 0.95).high).toBeCloseTo(0.9938, 4);
    expect(clopperPearson(0, 10, 0.95)).toEqual({ low: 0, high: expect.closeTo(0.3085, 4) });
    expect(clopperPearson(10, 10, 0.95)).toEqual({ low: expect.closeTo(0.6915, 4), high: 1 });
  });

  it('contain the share and shrink with more cases', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 300 }), share, (n, part) => {
      const k = Math.round(part * n);
      const [few, many] = [clopperPearson(k, n, 0.95), clopperPearson(k * 10, n * 10, 0.95)];
      expect(few.low <= k / n && k / n <= few.high).toBe(true);
      expect(many.high - many.low).toBeLessThan(few.high - few.low);
    }), { numRuns: 50 });
  });

  it('say whether two runs differ (10 against 2 by an exact binomial)', () => {
    const pairs = [...Array<[boolean, boolean]>(10).fill([true, false]), ...Array<[boolean, boolean]>(2).fill([false, true]), [true, true] as const];
    expect(mcnemar(pairs)).toEqual({ onlyFirst: 10, onlySecond: 2, p: expect.closeTo(0.03857, 5) });
    expect(mcnemar([[true, true]]).p).toBe(1);
  });
});

describe('calibration', () => {
  it('finds the weights that made the labels', () => {
    const features = Array.from({ length: 4000 }, (_, i) => [(i % 40) / 20 - 1, (Math.floor(i / 40) % 10) / 5 - 1]);
    const labels = features.map(([a = 0, b = 0], i) => ((i * 0.6180339887) % 1) < 1 / (1 + Math.exp(-(0.5 + 2 * a - b))));
    const fitted = fitLogistic(features, labels, 0.01);
    [fitted.bias, ...fitted.weights].forEach((value, i) => expect(Math.abs(value - [0.5, 2, -1][i]!)).toBeLessThan(0.25));
    expect(applyLogistic(fitted, [1, -1])).toBeGreaterThan(0.9);
  });

  it('is a probability whatever ran, also from one-sided labels', () => {
    fc.assert(fc.property(fc.array(fc.record({ signals, correct: fc.boolean() }), { maxLength: 30 }), signals, (answers, asked) => {
      const confidence = confidenceOf(fitCalibration(answers), asked);
      expect(confidence > 0 && confidence < 1).toBe(true);
    }), { numRuns: 50 });
  });

  it('never falls with the score when isotonic, and keeps the mean', () => {
    fc.assert(fc.property(judged, (cases) => {
      const steps = fitIsotonic(cases.map(({ confidence }) => confidence), cases.map(({ correct }) => correct));
      const values = [...cases].sort((a, b) => a.confidence - b.confidence).map(({ confidence }) => applyIsotonic(steps, confidence));
      values.forEach((value, i) => expect(value).toBeGreaterThanOrEqual(values[i - 1] ?? 0));
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(cases.filter(({ correct }) => correct).length, 9);
    }));
  });

  it('is called uncalibrated below 500 labels', () => {
    const answers = Array.from({ length: 200 }, () => ({ signals: { ...none, sanity: 1 }, correct: true }));
    expect(calibrate(answers, answers, { risk: 0.1, chance: 0.1 }).uncalibrated).toBe('too-few-labels');
    const coin = Array.from({ length: 400 }, (_, i) => ({ signals: { ...none, sanity: 1 }, correct: i % 2 === 0 }));
    expect(calibrate(coin, coin, { risk: 0.1, chance: 0.1 }).uncalibrated).toBe('no-threshold');
  });
});

describe('reliability', () => {
  it('is perfect where confidence is the truth', () => {
    const cases = [...Array<{ confidence: number; correct: boolean }>(5).fill({ confidence: 1, correct: true }), ...Array<{ confidence: number; correct: boolean }>(5).fill({ confidence: 0, correct: false })];
    expect(reliability(cases, 5)).toMatchObject({ ece: 0, brier: 0, auroc: 1 });
    expect(riskCoverage(cases, [0.5, 1]).map(({ risk }) => risk)).toEqual([0, 0.5]);
  });

  it('does not depend on the order of the cases', () => {
    fc.assert(fc.property(judged, (cases) => {
      const [one, other] = [reliability(cases, 5), reliability([...cases].reverse(), 5)];
      expect(other.ece).toBeCloseTo(one.ece, 9);
      expect(other.aurc).toBeCloseTo(one.aurc, 9);
      expect(other.auroc ?? -1).toBeCloseTo(one.auroc ?? -1, 9);
    }));
  });

  it('certifies no threshold from coin flips, and one where only the sure are right', () => {
    const coin = Array.from({ length: 300 }, (_, i) => ({ confidence: (i % 97) / 97, correct: i % 2 === 0 }));
    expect(riskThreshold(coin, { risk: 0.1, chance: 0.1 })).toBeUndefined();
    const sure = Array.from({ length: 400 }, (_, i) => ({ confidence: i / 400, correct: i >= 200 }));
    const found = riskThreshold(sure, { risk: 0.1, chance: 0.1 })!;
    expect(found.threshold).toBeGreaterThan(0.4);
    expect(found.riskAtMost).toBeLessThanOrEqual(0.1);
  });
});

describe('signals of an answer', () => {
  it('finds nothing odd in plain rows, and says what is', () => {
    expect(resultSanity({ columns: ['a', 'n'], rows: [['x', '1'], ['y', '2']] })).toEqual({ value: 1, findings: [] });
    expect(resultSanity({ columns: ['n'], rows: [] }).findings).toEqual(['empty']);
    expect(resultSanity({ columns: ['a'], rows: [['x'], ['x'], ['x']], largest: 2 }).findings).toEqual(['repeated-rows', 'blow-up']);
    expect(resultSanity({ columns: ['d'], rows: [['2031-01-01']], days: { first: '2024-01-01', last: '2026-06-30' } }).findings).toEqual(['days-outside']);
  });

  it('compares what is said with what is touched, in English and Korean', () => {
    const known = new Map([['age', ['age', '나이']], ['country', ['country', '국가']], ['singer', ['singer', '가수']]]);
    const touched = new Map([['age', ['age', '나이']], ['singer', ['singer', '가수']]]);
    expect(schemaCoverage('average age of singers', { touched, known })).toEqual({ value: 1, ignored: [], unsaid: [] });
    expect(schemaCoverage('average age of singers by country', { touched, known })).toMatchObject({ ignored: ['country'] });
    expect(schemaCoverage('가수의 나이는 평균 얼마인가요', { touched, known })).toMatchObject({ value: 1 });
  });
});
