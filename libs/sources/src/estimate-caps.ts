import { Fault, type Caps, type Estimate } from '@countersign/contracts';

/**
 * What an engine could not estimate (null) is not held to a cap: timeout and row limit remain, and the estimate says so.
 * @throws Fault 'estimate-over-cap': data may have grown since the estimate that the approver saw.
 */
export function holdToCaps(estimate: Estimate, caps: Caps): void {
  for (const [what, value, cap] of [['cost', estimate.cost, caps.maxCost], ['rows', estimate.rows, caps.maxEstimatedRows]] as const) {
    if (value !== null && cap !== null && value > cap) throw new Fault('estimate-over-cap', false, { params: { what, estimate: String(value), cap: String(cap) } });
  }
}

/** Plan nodes kept for the approver's eyes; cost and rows are taken over all of them. */
export const SHOWN_NODES = 100;

/** Planner figures reach 1e300; an integer beyond 2^53 would be none. */
export const whole = (figure: number): number => Math.min(Math.ceil(figure), Number.MAX_SAFE_INTEGER);
