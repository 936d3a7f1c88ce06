import { applyLogistic, fitLogistic, type Logistic } from './logistic.js';
import { reliability, type Judged, type Reliability } from './reliability.js';
import { riskThreshold, type RiskThreshold } from './risk-threshold.js';
import { SIGNALS, type SignalName, type Signals } from './signals.js';

/** An answer whose signals are known and that a person judged. */
export interface LabelledAnswer {
  signals: Signals;
  correct: boolean;
}

/** From signals to a probability; plain data, to be stored. */
export interface Calibration {
  /** Of each signal where it ran; one that does not run counts as the usual value. */
  usual: Record<SignalName, number>;
  /** Of each signal: what it counts, and what it counts that it did not run. */
  weights: Record<SignalName, { value: number; missing: number }>;
  bias: number;
  /** Labels it was fitted on. */
  labels: number;
}

export interface CalibrationReport {
  calibration: Calibration;
  /** On answers it was not fitted on. */
  heldOut: Reliability;
  /** Why the confidence must not be shown as a probability yet; `null` when it may. */
  uncalibrated: 'too-few-labels' | 'no-threshold' | null;
  threshold: RiskThreshold | undefined;
}

/** With fewer, a certified threshold is luck (see DECISIONS.md). */
export const FEWEST_LABELS = 500;
const BINS = 10;

/**
 * Fits a probability to the signals.
 *
 * @example fitCalibration([{ signals, correct: true }, …])
 */
export function fitCalibration(answers: readonly LabelledAnswer[]): Calibration {
  const usual = record((signal) => {
    const ran = answers.flatMap(({ signals }) => signals[signal] ?? []);
    return ran.length === 0 ? 0.5 : ran.reduce((sum, value) => sum + value, 0) / ran.length;
  });
  const fitted = fitLogistic(answers.map(({ signals }) => featuresOf(signals, usual)), answers.map(({ correct }) => correct));
  return { usual, weights: weightsOf(fitted), bias: fitted.bias, labels: answers.length };
}

/**
 * The probability that an answer with these signals is right, as far as the labels tell.
 *
 * @example confidenceOf(calibration, signals) // 0.87
 */
export function confidenceOf({ usual, weights, bias }: Calibration, signals: Signals): number {
  return applyLogistic({ bias, weights: SIGNALS.flatMap((signal) => [weights[signal].value, weights[signal].missing]) }, featuresOf(signals, usual));
}

/**
 * Fits on one part of the labelled answers, and measures and chooses the threshold on the other. The parts should have no
 * data source or asker in common where they shall tell about new ones.
 *
 * @example calibrate(answersOfSomeSources, answersOfOtherSources, { risk: 0.1, chance: 0.1 })
 */
export function calibrate(fit: readonly LabelledAnswer[], heldOut: readonly LabelledAnswer[], promise: { risk: number; chance: number }): CalibrationReport {
  const calibration = fitCalibration(fit);
  const judged: Judged[] = heldOut.map(({ signals, correct }) => ({ confidence: confidenceOf(calibration, signals), correct }));
  const threshold = riskThreshold(judged, promise);
  const uncalibrated = fit.length + heldOut.length < FEWEST_LABELS ? 'too-few-labels' : threshold ? null : 'no-threshold';
  return { calibration, heldOut: reliability(judged, BINS), uncalibrated, threshold };
}

const record = <T>(of: (signal: SignalName) => T): Record<SignalName, T> => Object.fromEntries(SIGNALS.map((signal) => [signal, of(signal)])) as Record<SignalName, T>;

function featuresOf(signals: Signals, usual: Readonly<Record<SignalName, number>>): number[] {
  return SIGNALS.flatMap((signal) => {
    const value = signals[signal];
    return value === null ? [0, 1] : [value - usual[signal], 0];
  });
}

function weightsOf({ weights }: Logistic): Calibration['weights'] {
  return record((signal) => {
    const at = SIGNALS.indexOf(signal) * 2;
    return { value: weights[at] ?? 0, missing: weights[at + 1] ?? 0 };
  });
}
