import { SIGNALS } from '@countersign/contracts';

export { SIGNALS };
export type SignalName = (typeof SIGNALS)[number];

/** `null`: it could not run. */
export type Signals = Readonly<Record<SignalName, number | null>>;

/** Importance of each, not negative. */
export type SignalWeights = Readonly<Record<SignalName, number>>;

/**
 * What each signal counts before anything was measured: independent evidence most, the model's own word least.
 */
export const USUAL_WEIGHTS: SignalWeights = { alignment: 0.3, wording: 0.15, coverage: 0.15, agreement: 0.25, sanity: 0.1, selfReport: 0.05 };
