import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { MAX_LINE_BYTES, type Line } from './lines.js';
import { rawMembers } from './raw-members.js';

/** A line can't be used: it becomes an error object on its own output line, and the run goes on. */
export class LineError extends Error {
  constructor(readonly rule: string, message: string) {
    super(message);
  }
}

export interface JsonLineOptions {
  /** Members the command reads; all others pass through under `input`. */
  known: readonly string[];
  /** Lines worked on at the same time. */
  width: number;
  /** `raw`: each member as it was written, for numbers that must stay exact. */
  work: (line: Record<string, unknown>, raw: ReadonlyMap<string, string>) => Promise<Record<string, unknown>>;
}

/**
 * One object a line in, one object a line out, in the same order, each as soon as it and all before it are done. Reads no
 * faster than it writes.
 */
export async function pumpJsonLines(lines: AsyncIterable<Line>, output: Writable, { known, width, work }: JsonLineOptions): Promise<void> {
  let written: Promise<void> = Promise.resolve();
  const running = new Set<Promise<void>>();
  let first = true;
  for await (const line of lines) {
    const answer = answerTo(line, first, known, work);
    first = false;
    const previous = written;
    const turn = (async () => {
      const text = await answer;
      await previous;
      if (!output.write(`${text}\n`)) await once(output, 'drain');
    })();
    written = turn;
    running.add(turn);
    void turn.finally(() => running.delete(turn)).catch(() => undefined);
    if (running.size >= width) await Promise.race(running);
  }
  await written;
}

async function answerTo(line: Line, first: boolean, known: readonly string[], work: JsonLineOptions['work']): Promise<string> {
  let id = 'null';
  try {
    const { members, value } = readObject(line, first);
    id = members.get('id') ?? 'null';
    const result = await work(value, members);
    const passed = [...members].filter(([name]) => name !== 'id' && !known.includes(name)).map(([name, raw]) => `${JSON.stringify(name)}:${raw}`);
    return `{"id":${id},${JSON.stringify(result).slice(1, -1)}${passed.length > 0 ? `,"input":{${passed.join(',')}}` : ''}}`;
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    return `{"id":${id},"error":${JSON.stringify({ rule: error.rule, message: error.message })}}`;
  }
}

function readObject(line: Line, first: boolean): { members: Map<string, string>; value: Record<string, unknown> } {
  if (line.kind === 'too-long') throw new LineError('line-too-long', `the line is longer than ${MAX_LINE_BYTES} bytes`);
  if (line.kind === 'not-utf8') throw new LineError('not-utf8', 'the line is not UTF-8');
  const text = first ? line.text.replace(/^\ufeff/, '') : line.text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineError('not-json', text.trim() === '' ? 'the line is empty' : 'the line is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new LineError('not-an-object', 'the line is no JSON object');
  return { members: rawMembers(text), value: value as Record<string, unknown> };
}

/** A member that must be text. */
export function textMember(line: Record<string, unknown>, name: string): string {
  const value = line[name];
  if (typeof value !== 'string') throw new LineError('bad-member', value === undefined ? `"${name}" is missing` : `"${name}" is no text`);
  return value;
}

/** A member of a closed list; `absent` when it is not there. */
export function choiceMember<T extends string, A>(line: Record<string, unknown>, name: string, choices: readonly T[], absent: A): T | A {
  const value = line[name];
  if (value === undefined || value === null) return absent;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new LineError('bad-member', `"${name}" is none of ${choices.join(', ')}`);
  return choice;
}
