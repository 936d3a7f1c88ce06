/**
 * What speaks for an answer, each from 0 to 1.
 *
 * - `alignment`: the query says the same as the plan of the question (see `alignQuery`)
 * - `wording`: the shape of the query is the one the words of the question call for
 * - `coverage`: the words of the question are found in what the query touches, and the other way round
 * - `agreement`: a second query, built independently, gives the same rows
 * - `sanity`: the rows look like an answer
 * - `selfReport`: what the model says of its own certainty
 */
export const SIGNALS = ['alignment', 'wording', 'coverage', 'agreement', 'sanity', 'selfReport'] as const;
export type SignalName = (typeof SIGNALS)[number];

/** `null`: it could not run. */
export type Signals = Readonly<Record<SignalName, number | null>>;

/** Importance of each, not negative. */
export type SignalWeights = Readonly<Record<SignalName, number>>;

/**
 * What each signal counts before anything was measured: independent evidence most, the model's own word least.
 */
export const USUAL_WEIGHTS: SignalWeights = { alignment: 0.3, wording: 0.15, coverage: 0.15, agreement: 0.25, sanity: 0.1, selfReport: 0.05 };
