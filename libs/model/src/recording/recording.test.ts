import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Fault } from '@countersign/contracts';
import { type Model, readReplay, replayModel } from '@countersign/pipeline';
import { afterAll, describe, expect, it } from 'vitest';
import { MODEL_CONTRACT } from '../spec/model.contract.js';
import { sampleRequest } from '../spec/sample-request.js';
import { fileRecorder } from './file-recorder.js';
import { type ModelRecord, recordModel } from './record-model.js';
import { redactPrompt } from './redact-prompt.js';

const never = new AbortController().signal;
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));

const talkative: Model = replayModel([{ question: 'How many orders', turns: [{ text: 'Write to kim@example.co.kr or 010-1234-5678, key sk-secret', calls: [{ tool: 'decline', input: { reason: 'none' } }] }] }], 'replay/talkative');

function recorded(keep: 'redacted' | 'full', model: Model = talkative) {
  const records: ModelRecord[] = [];
  const troubles: unknown[] = [];
  return { records, troubles, model: recordModel(model, { record: async (record) => void records.push(record) }, { keep, secrets: ['sk-secret'], now: () => Date.parse('2026-06-30T03:00:00Z'), trouble: (error) => troubles.push(error) }) };
}

describe('a recording', () => {
  it('keeps prompt, reply and usage, and changes neither', async () => {
    const { model, records } = recorded('redacted');
    const turn = await model.turn(sampleRequest(), never);
    expect(turn.text).toContain('kim@example.co.kr');
    expect(records).toMatchObject([{ at: '2026-06-30T03:00:00.000Z', model: 'replay/talkative', request: { system: 'You turn questions into SQL.' }, turn: { text: 'Write to [redacted] or [redacted], key [redacted]', usage: { inputTokens: 0 } } }]);
  });

  it('kept in full still holds no key', async () => {
    const { model, records } = recorded('full', replayModel([{ turn: { text: 'kim@example.co.kr' } }, { turn: { text: 'sk-secret' } }]));
    await model.turn(sampleRequest(), never);
    await model.turn(sampleRequest(), never);
    expect(records.map(({ turn }) => turn?.text)).toEqual(['kim@example.co.kr', '[redacted]']);
  });

  it('keeps the kind of a fault', async () => {
    const { model, records } = recorded('redacted', { name: 'x/y', turn: async () => { throw new Fault('model-busy', true, { params: { status: '429' } }); } });
    await expect(model.turn(sampleRequest(), never)).rejects.toMatchObject({ kind: 'model-busy' });
    expect(records).toMatchObject([{ fault: { kind: 'model-busy', params: { status: '429' } } }]);
  });

  it('that can’t be written stops nothing', async () => {
    const troubles: unknown[] = [];
    const model = recordModel(talkative, { record: () => Promise.reject(new Error('disk full')) }, { keep: 'redacted', secrets: [], now: () => 0, trouble: (error) => troubles.push(error) });
    expect(await model.turn(sampleRequest(), never)).toMatchObject({ finish: 'tools' });
    expect(troubles).toHaveLength(1);
  });

  it('in a file is read by its owner only, and can be played again', async () => {
    const file = path.join(folder, 'deep', 'turns.jsonl');
    const model = recordModel(talkative, fileRecorder(file), { keep: 'redacted', secrets: [], now: () => 0, trouble: (error) => { throw error; } });
    const [first] = await Promise.all([model.turn(sampleRequest(), never), model.turn(sampleRequest({ maxOutputTokens: 7 }), never)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await replayModel(readReplay(readFileSync(file, 'utf8'))).turn(sampleRequest(), never);
    expect(again.calls).toEqual(first.calls);
  });

  it.each(MODEL_CONTRACT)('leaves a model what it is: $says', ({ prove }) => prove(recorded('redacted').model));
});

describe('redaction', () => {
  it.each([
    ['call 010-1234-5678 now', 'call [redacted] now'],
    ['card 4111 1111 1111 1111', 'card [redacted]'],
    ['주민번호 900101-1234567', '주민번호 [redacted]'],
    ['postgresql://app:hunter2@db/x', 'postgresql://app:[redacted]@db/x'],
    ['revenue 1234567 in 2025-12-31, limit 1000', 'revenue 1234567 in 2025-12-31, limit 1000'],
    ['amount 12345.678901234', 'amount 12345.678901234'],
  ])('%s', (text, masked) => {
    expect(redactPrompt({ deep: [text] }, [])).toEqual({ deep: [masked] });
  });
});
