import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSources, type Sources } from '../create-sources.js';
import { TYPES, type ColumnType } from '../spec/fake-tds/column-types.js';
import { columnMetadata, DONE, done, rowWithNullBits } from '../spec/fake-tds/tokens.js';
import { mssqlDoubleAnswer, mssqlDoubleLab } from '../spec/mssql-double-lab.js';
import { collect } from '../spec/source-lab.js';
import { provenExact } from './exact-values.js';

interface Line { type: string; says: string; bytes: string; text: string | null; name: string }
const LINES = parse(readFileSync(path.join(__dirname, 'spec/exact-values.yaml'), 'utf8')) as Line[];

/** 'decimal(38,10)' → the double's column type of that size. */
function columnOf(text: string): ColumnType<never> {
  const [, name, sizes = ''] = /^(\w+)(?:\((.*)\))?$/.exec(text) ?? [];
  const found = TYPES[name as keyof typeof TYPES] as unknown;
  return (typeof found === 'function' ? (found as (...sizes: number[]) => unknown)(...sizes.split(',').map(Number)) : found) as ColumnType<never>;
}
const bytesOf = (line: Line) => Buffer.from(line.bytes.replaceAll(' ', ''), 'hex');

describe('values of SQL Server', () => {
  let lab: Awaited<ReturnType<typeof mssqlDoubleLab>>;
  let sources: Sources;

  beforeAll(async () => {
    lab = await mssqlDoubleLab({
      answer: (sql, session) => {
        const asked = /^SELECT (one|row|bits) (\d+)/.exec(sql);
        if (!asked || session.memory.get('plans')) return mssqlDoubleAnswer(sql, session);
        const lines = asked[1] === 'one' ? [LINES[Number(asked[2])]!] : LINES;
        const columns = lines.map((line) => ({ name: line.says.slice(0, 100), type: columnOf(line.type) }));
        const raw = columns.map((column) => ({ ...column, type: { ...column.type, bytes: (bytes: Buffer | null) => bytes ?? Buffer.alloc(0) } as unknown as ColumnType<never> }));
        const cells = lines.map((line) => (asked[1] === 'bits' && line.text === null ? null : bytesOf(line)));
        const row = asked[1] === 'bits' ? rowWithNullBits(raw, cells) : Buffer.concat([Buffer.from([0xd1]), ...cells.map((cell) => cell!)]);
        return [columnMetadata(columns), ...Array.from({ length: asked[1] === 'one' ? 1 : 300 }, () => row), done(DONE.count, 1)];
      },
    });
    sources = createSources({ credential: lab.credential });
  });
  afterAll(async () => {
    await sources.close();
    await lab.close();
  });

  const ask = async (sql: string) => {
    const sink = collect();
    await sources.run({ tenantId: 't', source: lab.source, sql, caps: lab.source.caps, signal: new AbortController().signal }, sink);
    return sink;
  };

  it.each(LINES.map((line, index) => [line.says, line.text, index] as const))('gives %s as %s', async (_says, text, index) => {
    const sink = await ask(`SELECT one ${index}`);
    expect([sink.types[0], sink.got]).toEqual([LINES[index]!.name, [[text]]]);
  });

  it.each(['row', 'bits'] as const)('gives them all in one row, over many packets: NULLs as %s', async (how) => {
    const sink = await ask(`SELECT ${how} 0`);
    expect(sink.names).toEqual(LINES.map((line) => line.says));
    expect(sink.got).toHaveLength(300);
    for (const row of sink.got) expect(row).toEqual(LINES.map((line) => line.text));
  });

  it('is proven before the first connection, for an update of the driver would round without an error', async () => {
    await expect(provenExact()).resolves.toBeUndefined();
  });
});
