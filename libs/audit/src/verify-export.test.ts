import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportLines, matches, type ExportOptions } from './export-lines.js';
import { link } from './link.js';
import { verifyExport, type ExportProblem, type ExportSummary } from './verify-export.js';
import { readCsvRow } from './csv.js';
import { EXPORTED_AT, TENANT, chainOf } from './spec/chain.js';

const chain = chainOf(30);
const head = { seq: 30, hash: chain[29]!.hash };
const options = (changes: Partial<ExportOptions> = {}): ExportOptions => ({ tenantId: TENANT, filter: {}, format: 'jsonl', exportedAt: EXPORTED_AT, head, ...changes });
async function exported(changes: Partial<ExportOptions> = {}, records = [chain]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(records, options(changes))) lines.push(line);
  return lines;
}

async function verify(lines: Iterable<string> | AsyncIterable<string>): Promise<ExportSummary & { problems: ExportProblem[] }> {
  const problems: ExportProblem[] = [];
  const checking = verifyExport(lines);
  for (;;) {
    const step = await checking.next();
    if (step.done) return { ...step.value, problems };
    problems.push(step.value);
  }
}
const found = async (lines: string[]) => (await verify(lines)).problems.map((p) => [p.line, p.rule]);
const formats = ['jsonl', 'csv'] as const;
/** Line of the file that shows record 1. */
const first = { jsonl: 2, csv: 3 };

describe.each(formats)('an export as %s', (format) => {
  it('is intact as exported', async () => {
    expect(await verify(await exported({ format }))).toMatchObject({ intact: true, records: 30, omitted: 0, problems: [], manifest: { kind: 'countersign-audit', version: 2, tenant: TENANT, exportedAt: EXPORTED_AT, from: { seq: 1 }, to: head } });
  });

  it('is the same in however many batches the records came', async () => {
    expect(await exported({ format }, [chain.slice(0, 7), [], chain.slice(7)])).toEqual(await exported({ format }));
  });

  it('of an empty chain is intact and empty', async () => {
    const empty = { seq: 0, hash: '0'.repeat(64) };
    expect(await verify(await exported({ format, head: empty }, []))).toMatchObject({ intact: true, records: 0 });
  });

  it('of a later stretch begins where the earlier one ended', async () => {
    const after = { seq: 10, hash: chain[9]!.hash };
    expect(await verify(await exported({ format, after }, [chain.slice(10)]))).toMatchObject({ intact: true, records: 20, manifest: { from: { seq: 11, previousHash: after.hash } } });
  });

  it('leaves out records added while it was written', async () => {
    expect(await verify(await exported({ format, head: { seq: 20, hash: chain[19]!.hash } }))).toMatchObject({ intact: true, records: 20 });
  });

  it('names the line of a dropped record', async () => {
    expect(await found((await exported({ format })).toSpliced(first[format] + 4, 1))).toEqual([[first[format] + 4 + 1, 'sequence'], [first[format] + 29, 'trailer']]);
  });

  it('names the line of a doubled record', async () => {
    const lines = await exported({ format });
    expect((await found(lines.toSpliced(5, 0, lines[5]!)))[0]).toEqual([7, 'sequence']);
  });

  it('names the lines of swapped records', async () => {
    const lines = await exported({ format });
    const swapped = [...lines.slice(0, 5), lines[6]!, lines[5]!, ...lines.slice(7)];
    expect((await found(swapped)).slice(0, 3)).toEqual([[6, 'sequence'], [7, 'sequence'], [8, 'sequence']]);
  });

  it('is not intact when it ends early, wherever', async () => {
    const lines = await exported({ format });
    for (let keep = 0; keep < lines.length; keep += 1) {
      const { intact, problems } = await verify(lines.slice(0, keep));
      expect(intact).toBe(false);
      expect(problems.at(-1)).toMatchObject({ line: keep + 1, rule: 'truncated' });
    }
    expect((await verify(lines.with(-1, lines.at(-1)!.slice(0, -1)))).intact).toBe(false);
  });

  it('is not intact with records missing at the end and the trailer kept', async () => {
    const lines = await exported({ format });
    expect((await found(lines.toSpliced(-3, 2))).map(([, rule]) => rule)).toEqual(['truncated', 'trailer']);
  });

  it('is not intact with a line after the trailer', async () => {
    expect(await found([...(await exported({ format })), '\n'])).toEqual([[first[format] + 31, 'after-the-end']]);
  });

  it('finds a record re-hashed after a change, by the next one', async () => {
    const forged = link(chain[9]!.previousHash, TENANT, 10, chain[9]!.body.replace('"rows":10', '"rows":99'));
    expect((await found(await exported({ format }, [chain.with(9, forged)])))[0]).toEqual([first[format] + 10, 'broken-link']);
  });

  it('finds every flipped bit, and names its line', async () => {
    const small = await exported({ format, head: { seq: 6, hash: chain[5]!.hash } });
    expect((await verify(small)).intact).toBe(true);
    const lines = small.map((line) => Buffer.from(line, 'utf8'));
    await fc.assert(fc.asyncProperty(fc.nat(lines.length - 1), fc.nat(), fc.integer({ min: 0, max: 7 }), async (index, where, bit) => {
      const bytes = Buffer.from(lines[index]!);
      bytes[where % bytes.length]! ^= 1 << bit;
      const changed = small.with(index, bytes.toString('utf8'));
      fc.pre(changed[index] !== small[index]);
      const { intact, problems } = await verify(changed);
      expect(intact).toBe(false);
      expect(problems.map((p) => p.line)).toContain(index + 1);
    }), { numRuns: 400 });
  });

  it('with a filter shows what matches and keeps the links of the rest', async () => {
    const filter = { dataSourceId: '00000000-0000-7000-8000-000000000020' };
    const lines = await exported({ format, filter });
    expect(await verify(lines)).toMatchObject({ intact: true, records: 15, omitted: 15, manifest: { filter } });
    expect(lines.filter((line) => line.includes('"details"') || line.includes('""details""'))).toHaveLength(15);
    expect((await verify(lines.toSpliced(first[format], 1))).intact).toBe(false);
  });

  it('can’t pass a record without content off as complete', async () => {
    const [manifest] = await exported({ format });
    const filtered = await exported({ format, filter: { actorId: 'worker' } });
    expect((await found(filtered.with(0, manifest!))).map(([, rule]) => rule)).toContain('filter');
  });

  it('keeps memory flat over a long chain', async () => {
    const block = chainOf(2_000);
    async function* long() {
      // The same records again and again: wrong on purpose, what counts is that nothing piles up.
      for (let i = 0; i < 25; i += 1) yield block;
    }
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    let problems = 0;
    const checking = verifyExport(exportLines(long(), options({ format, head: { seq: 2_000, hash: block.at(-1)!.hash } })));
    while (!(await checking.next()).done) problems += 1;
    expect(problems).toBeGreaterThan(20);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(80e6);
  });
});

describe('a file that is no export', () => {
  it.each([[[]], [['hello\n']], [['{"kind":"countersign-audit"}\n']], [['# \r\n']], [['null\n']], [['']]])('%j is said to be none', async (lines) => {
    const { intact, problems } = await verify(lines);
    expect(intact).toBe(false);
    expect(problems).toHaveLength(1);
  });
});

describe('the CSV', () => {
  it('holds no cell a spreadsheet would run, and one record a line', async () => {
    for (const line of (await exported({ format: 'csv' })).slice(1, -1)) {
      const cells = readCsvRow(line) ?? [];
      expect(cells).toHaveLength(13);
      expect(line.match(/[\r\n\u2028]/g)).toEqual(['\r', '\n']);
      for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@\t|%]/);
    }
  });
});

describe('filters', () => {
  const entry = JSON.parse(chain[0]!.body);
  it.each([
    [{ from: entry.at }, true], [{ to: entry.at }, false], [{ actorId: entry.actor.id }, true], [{ actorId: 'x' }, false], [{ action: entry.action }, true],
    [{ action: 'audit.exported' as const }, false], [{ state: 'RUNNING' }, true], [{ state: 'X' }, false], [{ subjectId: entry.subject.id }, true], [{ dataSourceId: 'x' }, false],
  ])('%j on the first record: %s', (filter, expected) => {
    expect(matches(entry, filter)).toBe(expected);
  });
});
