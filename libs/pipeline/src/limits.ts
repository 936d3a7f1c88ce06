import type { Limits } from './ports.js';

const HOUR_MS = 3_600_000;

/** Times to live unless a deployment says otherwise. */
export const DEFAULT_LIMITS: Limits = { reviewTtlMs: 72 * HOUR_MS, approvalTtlMs: 24 * HOUR_MS, clarificationTtlMs: 7 * 24 * HOUR_MS };
