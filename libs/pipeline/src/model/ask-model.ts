import type { Candidate, Job, StageTiming } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import type { Pack } from '@countersign/pack';
import { judge } from '../gate-input.js';
import { liveFacts } from '../live.js';
import { type Outcome, advance, refuse, waitFor } from '../outcome.js';
import type { Ports } from '../ports.js';
import { readableValues } from '../readable-values.js';
import { DEFAULT_MODEL_BUDGET } from './budget.js';
import type { Final } from './final-tools.js';
import { LOOK_UP_TOOLS, lookUp } from './look-up-tools.js';
import type { Model } from './port.js';
import { type ModelAttempt, type Proposed, proposeQuery } from './propose-query.js';
import { questionText, SYSTEM } from './task-text.js';
import { visibleGround } from './visible-ground.js';

/** What the pack can't plan, asked of a model by the asker's rights as they are now. */
export async function askModel(ports: Ports, model: Model, job: Job, pack: Pack, signal: AbortSignal): Promise<Outcome> {
  const live = await liveFacts(ports, { ...job, candidate: { origin: 'model' } });
  const values = (await readableValues(ports, job, pack)) ?? {};
  const ground = visibleGround(pack, live, job.locale, ports.clock.now());
  const judged = (sql: string) => judge(ports, live, { sql });
  const nowMs = (): number => Date.parse(ports.clock.now());
  const task = { system: SYSTEM, question: questionText(job, pack, ground), tools: LOOK_UP_TOOLS };
  const world = { judge: judged, nowMs, use: (call: Parameters<typeof lookUp>[1]) => lookUp({ pack, ground, values, locale: job.locale, today: job.today, judge: judged }, call) };
  const proposed = await proposeQuery(world, model, task, DEFAULT_MODEL_BUDGET, signal);
  // Nothing was spent and the provider may be back: the stage is tried again like any other.
  if (proposed.end === 'failed' && proposed.retryable && proposed.spent.inputTokens === 0) throw new Fault('model-unavailable', true, { params: { model: model.name } });
  return { ...outcomeOf(proposed, job, model), timings: proposed.attempts.map((attempt, at) => timingOf(ports, model, attempt, at)) };
}

function outcomeOf(proposed: Proposed, job: Job, model: Model): Outcome {
  switch (proposed.end) {
    case 'proposed': return advance('GATING', 'gate', { candidate: candidateOf(proposed.final, job, model), refusal: null, clarification: null, gateReport: null, estimate: null, review: null, approval: null });
    case 'asked': {
      const { term, question, choices } = proposed.final;
      const clarification = { term, kind: 'term' as const, choices: [...new Set(choices)].map((choice) => ({ ref: choice, label: choice, definition: question, usual: false })) };
      // Asked once and chosen already, or nothing to choose from: asking again would not end.
      if (job.choices[term] !== undefined || clarification.choices.length < 2) return failed(proposed, model, 'asked-again');
      return waitFor('NEEDS_CLARIFICATION', { clarification, refusal: null }, { code: 'clarify', params: { term } });
    }
    case 'declined': {
      const params = { model: model.name, reason: proposed.final.reason };
      return refuse('REFUSED', { code: 'model-declined', params }, { refusal: { code: 'model-declined', params, nearest: job.refusal?.nearest ?? [] } });
    }
    case 'failed':
      if (proposed.why === 'model-over-budget') return refuse('REFUSED', { code: 'model-over-budget', params: {} }, { refusal: { code: 'model-over-budget', params: {}, nearest: job.refusal?.nearest ?? [] } });
      return failed(proposed, model, proposed.why);
  }
}

/** The end of a spent budget or of a provider that is not there, with what was tried. */
function failed({ attempts, spent, ...how }: Proposed, model: Model, why: string): Outcome {
  const rule = how.end === 'failed' ? how.rule : null;
  const params = {
    model: model.name, why, turns: String(attempts.length), tools: String(spent.toolCalls), tokens: String(spent.inputTokens + spent.outputTokens),
    tried: [...new Set([...attempts.map(({ outcome }) => outcome), ...(rule === null ? [] : [`rejected:${rule}`])])].join(', '),
  };
  return refuse('GENERATION_FAILED', { code: 'model-budget-spent', params }, { refusal: { code: 'model-budget-spent', params, nearest: [] } });
}

function candidateOf({ sql, assumptions, confidence }: Extract<Final, { tool: 'propose_query' }>, { candidate }: Job, model: Model): Candidate {
  return {
    revision: (candidate?.revision ?? 0) + 1, origin: 'model', authorId: null, sql, columns: [], selfReport: confidence,
    proofs: [`proposed by ${model.name}, not compiled from the pack`, `the model’s own confidence: ${Math.round(confidence * 100)} %`, ...assumptions.map((assumption) => `assumed: ${assumption}`)],
  };
}

/** Each turn is a step of its own in the job's timings, with what it used. */
function timingOf(ports: Pick<Ports, 'process'>, model: Model, { startedMs, latencyMs, requests, inputTokens, outputTokens, costMicros, outcome }: ModelAttempt, at: number): StageTiming {
  return {
    step: 'attempt', startedAt: new Date(startedMs).toISOString(), durationUs: Math.max(0, Math.round(latencyMs * 1000)), attempt: at + 1, process: ports.process,
    detail: { model: model.name, outcome, requests: String(requests), inputTokens: String(inputTokens), outputTokens: String(outputTokens), ...(costMicros === null ? {} : { costMicros: String(costMicros) }) },
  };
}
