import { createHash } from 'node:crypto';
import { Fault } from '@countersign/contracts';
import { z } from 'zod';
import type { Model, ModelRequest, ModelTurn } from './port.js';

const turn = z.strictObject({
  text: z.string().default(''),
  calls: z.array(z.object({ id: z.string().optional(), tool: z.string(), input: z.unknown() })).default([]),
  finish: z.enum(['stop', 'tools', 'length', 'refused']).optional(),
  usage: z.object({ inputTokens: z.int().min(0), outputTokens: z.int().min(0), cachedInputTokens: z.int().min(0) }).nullish(),
  costMicros: z.int().min(0).nullish(),
  latencyMs: z.number().optional(),
  requests: z.int().optional(),
});

/**
 * One line of a replay. `question`: holds for conversations whose first user message contains it, one turn after the
 * other; with `sql` for the short form of one proposal. `key`: holds for exactly that request ({@link requestKey}).
 * With neither, the turn is played to whoever comes next.
 */
const line = z.union([
  z.object({ question: z.string().min(1), turns: z.array(turn).min(1) }),
  z.object({ question: z.string().min(1), sql: z.string().min(1) }),
  z.object({ key: z.string(), turn }),
  z.object({ turn }),
]);

export type ReplayLine = z.input<typeof line>;
type ReadLine = z.output<typeof line>;
type ReadTurn = z.output<typeof turn>;

/**
 * Reads a replay: JSON Lines, empty lines and lines without a turn (a recorded fault) left out.
 *
 * @throws Error naming the first line that is none
 * @example readReplay('{"question":"How many orders?","sql":"SELECT count(*) FROM orders"}').length // 1
 */
export function readReplay(text: string): ReplayLine[] {
  return text.split('\n').flatMap((json, at) => {
    if (json.trim() === '') return [];
    try {
      const value = JSON.parse(json) as Record<string, unknown>;
      return 'fault' in value ? [] : [line.parse(value)];
    } catch {
      throw new Error(`line ${at + 1} is not a line of a replay: {"question", "sql"}, {"question", "turns"}, {"key", "turn"} or {"turn"}`);
    }
  });
}

/** Names a request: the same text, tools and limit have the same key. SHA-256 in hex. */
export function requestKey({ system, messages, tools, maxOutputTokens }: ModelRequest): string {
  return createHash('sha256').update(JSON.stringify([system, messages, tools, maxOutputTokens])).digest('hex');
}

/**
 * A model that plays what it was given, for tests and evaluation; it knows no clock and costs what its lines say. When the
 * turns of a question are played, the last one is repeated: a model that insists, until the caller's budget ends it.
 *
 * @throws Fault `model-unavailable` from `turn` when no line holds
 * @example replayModel([{ question: 'How many orders?', sql: 'SELECT count(*) FROM orders' }]).name // 'replay/lines'
 */
export function replayModel(lines: readonly ReplayLine[], name = 'replay/lines'): Model {
  const read = lines.map((each) => line.parse(each));
  const keyed = new Map(read.flatMap((each) => ('key' in each ? [[each.key, each.turn] as const] : [])));
  const asked = read.flatMap((each) => ('question' in each ? [{ question: plain(each.question), turns: turnsOf(each) }] : [])).sort((a, b) => b.question.length - a.question.length);
  const inOrder = read.flatMap((each) => ('turn' in each && !('key' in each) ? [each.turn] : []));
  return {
    name,
    async turn(request, signal) {
      if (signal.aborted) throw new Fault('cancelled', false, { params: { model: name } });
      const played = keyed.get(requestKey(request)) ?? byQuestion(asked, request) ?? inOrder.shift();
      if (!played) throw new Fault('model-unavailable', false, { params: { model: name, code: 'not-in-replay', requests: '0' } });
      return asTurn(played, request);
    },
  };
}

function turnsOf(each: Extract<ReadLine, { question: string }>): ReadTurn[] {
  return 'turns' in each ? each.turns : [{ text: '', calls: [{ tool: 'propose_query', input: { sql: each.sql, assumptions: [], confidence: 1 } }] }];
}

function byQuestion(asked: readonly { question: string; turns: ReadTurn[] }[], { messages }: ModelRequest): ReadTurn | undefined {
  const first = messages.find(({ role }) => role === 'user');
  const said = plain(first?.role === 'user' ? first.text : '');
  const turns = asked.find(({ question }) => said.includes(question))?.turns ?? [];
  const played = messages.filter(({ role }) => role === 'model').length;
  return turns[Math.min(played, turns.length - 1)];
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Without tools there is nothing to call: then only the text is played. */
function asTurn({ text, calls, finish, usage, costMicros, latencyMs, requests }: ReadTurn, { tools, messages }: ModelRequest): ModelTurn {
  const given = tools.length === 0 ? [] : calls.map(({ id, tool, input }, at) => ({ id: id ?? `replay-${messages.length}-${at + 1}`, tool, input }));
  const ended = finish === 'tools' || finish === 'stop' || finish === undefined ? (given.length > 0 ? 'tools' : 'stop') : finish;
  const used = usage === undefined ? { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 } : usage;
  return { text, calls: given, finish: ended, usage: used, latencyMs: latencyMs ?? 0, requests: requests ?? 0, costMicros: costMicros === undefined ? 0 : costMicros };
}
