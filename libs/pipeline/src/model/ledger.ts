import type { Cap, ModelBudget } from './budget.js';
import type { ModelRequest, ModelTurn } from './port.js';
import { reservationFor, type Reservation } from './reservation.js';

export interface Spent {
  requests: number;
  toolCalls: number;
  retries: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  /** Turns whose price nobody knows: their cost is not in `costMicros`. */
  unpriced: number;
}

/** What a reservation came to: leave to make one turn, or the cap that forbids it. */
export type Leave = { ok: true; reserved: Reservation; deadlineMs: number } | { ok: false; cap: Cap };

/**
 * The account of one question's model: reserves before each turn and settles after it. Time is told, never read.
 *
 * @param startedMs when the question's budget of time began
 * @example
 * const ledger = new Ledger(DEFAULT_MODEL_BUDGET, 0);
 * ledger.reserve({ system: '', messages: [], tools: [] }, 0).ok // true
 */
export class Ledger {
  readonly spent: Spent = { requests: 0, toolCalls: 0, retries: 0, inputTokens: 0, outputTokens: 0, costMicros: 0, unpriced: 0 };

  constructor(readonly budget: ModelBudget, readonly startedMs: number) {}

  /** May one more turn be made? Where the tokens of the turn could pass the cap, it is not. */
  reserve(request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>, nowMs: number): Leave {
    const { budget, spent } = this;
    const cap = this.passed(nowMs);
    if (cap) return { ok: false, cap };
    const reserved = reservationFor({ ...request, maxOutputTokens: budget.outputTokensPerRequest, deadlineMs: budget.requestMs });
    if (spent.inputTokens + spent.outputTokens + reserved.inputTokens + reserved.outputTokens > budget.tokens) return { ok: false, cap: 'tokens' };
    return { ok: true, reserved, deadlineMs: Math.max(1, Math.min(budget.requestMs, budget.wallMs - (nowMs - this.startedMs))) };
  }

  /** Books a turn: what the provider says it used, else all that was reserved. */
  settle(turn: Pick<ModelTurn, 'usage' | 'requests' | 'costMicros'>, reserved: Reservation): void {
    const { inputTokens, outputTokens } = turn.usage ?? reserved;
    this.spent.inputTokens += inputTokens;
    this.spent.outputTokens += outputTokens;
    this.spent.requests += Math.max(1, turn.requests);
    if (turn.costMicros === null) this.spent.unpriced += 1;
    else this.spent.costMicros += turn.costMicros;
  }

  /** Books one tool call, unless there are none left. */
  takeToolCall(): boolean {
    if (this.spent.toolCalls >= this.budget.toolCalls) return false;
    this.spent.toolCalls += 1;
    return true;
  }

  /** Books one correction. */
  retry(): void {
    this.spent.retries += 1;
  }

  private passed(nowMs: number): Cap | undefined {
    const { budget, spent } = this;
    if (nowMs - this.startedMs >= budget.wallMs) return 'wallMs';
    if (spent.retries > budget.retries) return 'retries';
    if (spent.requests >= budget.requests) return 'requests';
    if (spent.costMicros >= budget.costMicros) return 'costMicros';
    return undefined;
  }
}
