import { SIGNALS, type SignalName, type Signals, type SignalWeights } from './signals.js';

export interface WeighedSignal {
  signal: SignalName;
  /** `null`: not run. */
  value: number | null;
  /** Its part of the score, after redistribution; 0 when it did not run. All parts are 1 together. */
  weight: number;
}

export interface Weighed {
  /** 0–1. No probability: see `confidenceOf`. `null` when nothing ran. */
  score: number | null;
  parts: WeighedSignal[];
}

/**
 * One score from the signals that ran. The weight of one that did not goes to the others, in proportion.
 *
 * @throws RangeError when a signal is not within 0–1 or a weight is negative
 * @example weighSignals({ alignment: 1, agreement: null, … }, USUAL_WEIGHTS).score
 */
export function weighSignals(signals: Signals, weights: SignalWeights): Weighed {
  for (const signal of SIGNALS) {
    const value = signals[signal];
    if (value !== null && !(value >= 0 && value <= 1)) throw new RangeError(`${signal} is ${value}, not within 0 and 1`);
    if (!(weights[signal] >= 0)) throw new RangeError(`the weight of ${signal} is ${weights[signal]}`);
  }
  const total = SIGNALS.reduce((sum, signal) => sum + (signals[signal] === null ? 0 : weights[signal]), 0);
  const parts = SIGNALS.map((signal) => ({ signal, value: signals[signal], weight: signals[signal] === null || total === 0 ? 0 : weights[signal] / total }));
  const score = total === 0 ? null : Math.min(1, parts.reduce((sum, { value, weight }) => sum + (value ?? 0) * weight, 0));
  return { score, parts };
}
