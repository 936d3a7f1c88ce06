import type { Model, ModelMessage, ModelTurn } from '@countersign/pipeline';
import { sampleRequest } from './sample-request.js';

/** One thing that every model does, whoever answers. `prove` rejects when it doesn't. */
export interface ModelCase {
  says: string;
  prove(model: Model): Promise<void>;
}

const never = new AbortController().signal;

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function wellFormed(turn: ModelTurn): void {
  must(typeof turn.text === 'string', 'text is a string');
  must(turn.calls.every(({ id, tool }) => id !== '' && tool !== ''), 'each call has an id and a tool');
  must(new Set(turn.calls.map(({ id }) => id)).size === turn.calls.length, 'ids of calls differ');
  must(turn.finish !== 'tools' || turn.calls.length > 0, '`tools` comes with a call');
  must(turn.calls.length === 0 || turn.finish === 'tools' || turn.finish === 'length' || turn.finish === 'refused', 'a call is not `stop`');
  must(turn.requests >= 0 && Number.isInteger(turn.requests) && turn.latencyMs >= 0, 'requests and latency are counted');
  must(turn.costMicros === null || (Number.isInteger(turn.costMicros) && turn.costMicros >= 0), 'the cost is in whole micros');
  if (turn.usage) must(turn.usage.cachedInputTokens <= turn.usage.inputTokens, 'what was cached is part of the input');
}

/** A model under contract answers a first question, and again when it is told the result of its call. */
export const MODEL_CONTRACT: readonly ModelCase[] = [
  {
    says: 'is named as it is configured',
    prove: async ({ name }) => must(/^[a-z]+\/.+/.test(name), `${name} is provider/model`),
  },
  {
    says: 'answers a question with text or calls',
    prove: async (model) => {
      const turn = await model.turn(sampleRequest({ deadlineMs: 60_000 }), never);
      wellFormed(turn);
      must(turn.text !== '' || turn.calls.length > 0, 'it says something');
    },
  },
  {
    says: 'goes on after the result of a call, failed or not',
    prove: async (model) => {
      const first = await model.turn(sampleRequest({ deadlineMs: 60_000 }), never);
      const results = first.calls.map(({ id, tool }, at): ModelMessage => ({ role: 'tool', callId: id, tool, result: 'unknown column "orders.total"; nearest: orders.amount', failed: at % 2 === 0 }));
      const answer: ModelMessage[] = results.length > 0 ? results : [{ role: 'user', text: 'Call a tool.' }];
      wellFormed(await model.turn(sampleRequest({ deadlineMs: 60_000, messages: [...sampleRequest().messages, { role: 'model', text: first.text, calls: first.calls }, ...answer] }), never));
    },
  },
  {
    says: 'works without tools',
    prove: async (model) => {
      const turn = await model.turn(sampleRequest({ tools: [], deadlineMs: 60_000 }), never);
      wellFormed(turn);
      must(turn.calls.length === 0, 'and calls none');
    },
  },
  {
    says: 'does not begin when it was cancelled before',
    prove: async (model) => {
      const done = await model.turn(sampleRequest(), AbortSignal.abort()).then(() => null, (fault: { kind?: string }) => fault);
      must(done?.kind === 'cancelled', 'a fault of kind cancelled');
    },
  },
];
