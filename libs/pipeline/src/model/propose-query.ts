import { isFault, type GateReport } from '@countersign/contracts';
import type { Cap, ModelBudget } from './budget.js';
import { type Final, FINAL_TOOLS, readFinal } from './final-tools.js';
import { Ledger, type Spent } from './ledger.js';
import type { Model, ModelMessage, ModelTool, ModelTurn, ToolCall } from './port.js';
import type { Reservation } from './reservation.js';
import { rejectionText } from './rejection-text.js';

/** What the loop is told: the texts are made by whoever applied the asker's grants. */
export interface ModelTask {
  system: string;
  question: string;
  tools: readonly ModelTool[];
}

/** What the loop needs of the world. */
export interface ModelWorld {
  /** Runs one tool that looks something up. A refusal is a text for the model, never thrown. */
  use(call: ToolCall): Promise<{ result: string; failed: boolean }>;
  /** The gate, by the asker's rights. undefined: there is nothing to judge by. */
  judge(sql: string): Promise<GateReport | undefined>;
  nowMs(): number;
}

/** One turn of the model, for the record. */
export interface ModelAttempt {
  startedMs: number;
  latencyMs: number;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
  /** What it came to: a final tool, 'tools', 'no-call', 'rejected:RULE' or the kind of a fault. */
  outcome: string;
}

export type Ended =
  | { end: 'proposed'; final: Extract<Final, { tool: 'propose_query' }> }
  | { end: 'asked'; final: Extract<Final, { tool: 'ask_person' }> }
  | { end: 'declined'; final: Extract<Final, { tool: 'decline' }> }
  /** `why`: the cap that was reached, or the kind of the fault; `rule`: what the gate last said. */
  | { end: 'failed'; why: Cap | string; rule: string | null; retryable: boolean };

export type Proposed = Ended & { attempts: ModelAttempt[]; spent: Spent };

const NO_CALL = 'Nothing was called. End with exactly one of propose_query, ask_person or decline.';

/**
 * Lets a model look things up and correct itself until it proposes a query that the gate lets through, asks back, declines,
 * or has spent its budget. Decides nothing: what is proposed goes through the gate again, and to a person.
 *
 * @throws Fault `cancelled` only, and what the gate throws; a provider's fault is a correction, then an end
 * @example (await proposeQuery(world, model, task, DEFAULT_MODEL_BUDGET, signal)).end // 'proposed'
 */
export async function proposeQuery(world: ModelWorld, model: Model, task: ModelTask, budget: ModelBudget, signal: AbortSignal): Promise<Proposed> {
  const ledger = new Ledger(budget, world.nowMs());
  const attempts: ModelAttempt[] = [];
  const messages: ModelMessage[] = [{ role: 'user', text: task.question }];
  const tools = [...task.tools, ...FINAL_TOOLS];
  let rule: string | null = null;
  const ended = (how: Ended): Proposed => ({ ...how, attempts, spent: ledger.spent });
  for (;;) {
    const startedMs = world.nowMs();
    const leave = ledger.reserve({ system: task.system, messages, tools }, startedMs);
    if (!leave.ok) return ended({ end: 'failed', why: leave.cap, rule, retryable: false });
    const asked = { system: task.system, messages: [...messages], tools, maxOutputTokens: leave.reserved.outputTokens, deadlineMs: leave.deadlineMs };
    const turn = await model.turn(asked, signal).catch((error: unknown) => faultOf(error));
    if ('kind' in turn) {
      // It may have been paid for: what was reserved counts when the provider got anything at all.
      if (turn.requests > 0) ledger.settle({ usage: null, requests: turn.requests, costMicros: null }, leave.reserved);
      attempts.push(attemptOf({ startedMs, latencyMs: world.nowMs() - startedMs, requests: turn.requests, usage: null, costMicros: null }, turn.requests > 0 ? leave.reserved : NOTHING, turn.kind));
      ledger.retry();
      if (!turn.retryable || ledger.spent.retries > budget.retries) return ended({ end: 'failed', why: turn.kind, rule, retryable: turn.retryable });
      continue;
    }
    ledger.settle(turn, leave.reserved);
    const said = await read(world, ledger, turn);
    attempts.push(attemptOf({ ...turn, startedMs }, leave.reserved, said.outcome));
    if (said.final) return ended(endOf(said.final));
    if (said.spent) return ended({ end: 'failed', why: 'toolCalls', rule, retryable: false });
    if (said.rule !== undefined) rule = said.rule;
    if (said.outcome !== 'tools') ledger.retry();
    messages.push({ role: 'model', text: turn.text, calls: turn.calls }, ...said.answers);
  }
}

const NOTHING: Reservation = { inputTokens: 0, outputTokens: 0 };

interface Said {
  outcome: string;
  final?: Final;
  rule?: string;
  spent?: true;
  answers: ModelMessage[];
}

/** Runs what a turn calls, in order; the first final call that holds ends it. */
async function read(world: ModelWorld, ledger: Ledger, turn: ModelTurn): Promise<Said> {
  if (turn.finish === 'refused') return { outcome: 'refused', final: { tool: 'decline', reason: 'refused', nearest: [] }, answers: [] };
  if (turn.calls.length === 0) return { outcome: 'no-call', answers: [{ role: 'user', text: NO_CALL }] };
  const said: Said = { outcome: 'tools', answers: [] };
  for (const call of turn.calls) {
    if (!ledger.takeToolCall()) return { ...said, spent: true };
    const answer = (result: string, failed: boolean): void => void said.answers.push({ role: 'tool', callId: call.id, tool: call.tool, result, failed });
    const final = readFinal(call);
    if (final === undefined) {
      const { result, failed } = await world.use(call);
      answer(result, failed);
    } else if (typeof final === 'string') {
      said.outcome = 'bad-input';
      answer(final, true);
    } else if (final.tool !== 'propose_query') {
      return { outcome: final.tool, final, answers: [] };
    } else {
      const report = await world.judge(final.sql);
      if (report?.verdict === 'accept') return { outcome: final.tool, final, answers: [] };
      said.rule = report?.rule ?? 'no-rights';
      said.outcome = `rejected:${said.rule}`;
      answer(report ? rejectionText(report) : 'the asker may not ask here any more', true);
    }
  }
  return said;
}

function endOf(final: Final): Ended {
  switch (final.tool) {
    case 'propose_query': return { end: 'proposed', final };
    case 'ask_person': return { end: 'asked', final };
    case 'decline': return { end: 'declined', final };
  }
}

function attemptOf(turn: Pick<ModelTurn, 'latencyMs' | 'requests' | 'usage' | 'costMicros'> & { startedMs: number }, reserved: Reservation, outcome: string): ModelAttempt {
  const { inputTokens, outputTokens } = turn.usage ?? reserved;
  return { startedMs: turn.startedMs, latencyMs: turn.latencyMs, requests: turn.requests, inputTokens, outputTokens, costMicros: turn.costMicros, outcome };
}

/** What a provider's fault means to the loop; anything else is thrown on. */
function faultOf(error: unknown): { kind: string; retryable: boolean; requests: number } {
  if (!isFault(error) || error.kind === 'cancelled') throw error;
  return { kind: error.kind, retryable: error.retryable, requests: Number(error.params.requests ?? 1) || 0 };
}
