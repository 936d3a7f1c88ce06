/** What one question may cost of a model, at most. Each cap may be passed by no more than the one response that reached it. */
export interface ModelBudget {
  /** HTTP requests, the provider's retries included. */
  requests: number;
  toolCalls: number;
  /** Proposals that did not pass the gate, replies without a call and provider faults, together. */
  retries: number;
  /** Input and output together. */
  tokens: number;
  costMicros: number;
  outputTokensPerRequest: number;
  requestMs: number;
  wallMs: number;
}

/** Wide enough for a few looks into the catalogue and three corrections. */
export const DEFAULT_MODEL_BUDGET: ModelBudget = {
  requests: 12, toolCalls: 24, retries: 4, tokens: 150_000, costMicros: 500_000, outputTokensPerRequest: 2_000, requestMs: 30_000, wallMs: 90_000,
};

export type Cap = 'requests' | 'toolCalls' | 'retries' | 'tokens' | 'costMicros' | 'wallMs';
