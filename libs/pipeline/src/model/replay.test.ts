import { describe, expect, it } from 'vitest';
import type { ModelRequest } from './port.js';
import { readReplay, replayModel, requestKey } from './replay.js';

const never = new AbortController().signal;
const request = (text: string, more: ModelRequest['messages'] = []): ModelRequest => ({
  system: 's', messages: [{ role: 'user', text }, ...more], tools: [{ name: 'propose_query', description: '', input: {} }], maxOutputTokens: 100, deadlineMs: 1_000,
});

describe('a replay', () => {
  const lines = readReplay(`
{"question": "주문은 몇 건?", "sql": "SELECT count(*) FROM orders"}
{"question": "주문은 몇 건? 올해", "turns": [{"calls": [{"tool": "check_sql", "input": {"sql": "SELECT 1"}}]}, {"text": "done", "usage": null, "costMicros": null}]}
{"key": "${requestKey(request('exactly this'))}", "turn": {"text": "by key"}, "at": "2026-06-30T03:00:00Z"}
{"at": "2026-06-30T03:00:00Z", "fault": {"kind": "model-busy"}}
{"turn": {"text": "first"}}
{"turn": {"text": "second", "finish": "length"}}
`);

  it('answers a question with its query', async () => {
    expect(await replayModel(lines).turn(request('Question:  주문은  몇 건?\n'), never)).toMatchObject({
      finish: 'tools', calls: [{ tool: 'propose_query', input: { sql: 'SELECT count(*) FROM orders', assumptions: [], confidence: 1 } }], usage: { inputTokens: 0 }, costMicros: 0,
    });
  });

  it('takes the longest question that fits, turn by turn, and repeats its last turn', async () => {
    const model = replayModel(lines);
    const said = { role: 'model' as const, text: '', calls: [] };
    const texts = [[], [said], [said, said]].map((more) => model.turn(request('주문은 몇 건? 올해', more), never));
    expect((await Promise.all(texts)).map(({ text, finish, usage, costMicros }) => [text, finish, usage === null, costMicros])).toEqual([['', 'tools', false, 0], ['done', 'stop', true, null], ['done', 'stop', true, null]]);
  });

  it('finds a recorded request, else plays what is left in order, else has nothing', async () => {
    const model = replayModel(lines);
    expect(await model.turn(request('exactly this'), never)).toMatchObject({ text: 'by key' });
    expect(await model.turn(request('anything'), never)).toMatchObject({ text: 'first', finish: 'stop' });
    expect(await model.turn(request('anything'), never)).toMatchObject({ text: 'second', finish: 'length' });
    await expect(model.turn(request('anything'), never)).rejects.toMatchObject({ kind: 'model-unavailable', params: { code: 'not-in-replay' } });
  });

  it('calls nothing that was not offered', async () => {
    expect(await replayModel(lines).turn({ ...request('주문은 몇 건?'), tools: [] }, never)).toMatchObject({ calls: [], finish: 'stop' });
  });

  it('is cancelled like any model', async () => {
    await expect(replayModel(lines).turn(request('anything'), AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it.each(['{"question": "x"}', '{"turn": {"usage": {"inputTokens": -1}}}', 'SELECT 1', '[]'])('names a line that is none: %s', (text) => {
    expect(() => readReplay(`{"turn": {}}\n${text}`)).toThrow(/^line 2 /);
  });
});
