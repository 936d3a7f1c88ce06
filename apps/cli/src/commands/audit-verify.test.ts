import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AUDIT_GENESIS, type AuditRecord } from '@countersign/contracts';
import { bodyOf, entryOf, exportLines, link, signerOf, type ExportFormat, type Filter, type Signer } from '@countersign/audit';
import { buildCli, fileOf, runCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 120_000 });
const TENANT = '00000000-0000-7000-8000-000000000001';

function chain(count: number): AuditRecord[] {
  const records: AuditRecord[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const entry = entryOf({
      id: TENANT, at: '2026-06-30T09:00:00.000Z', action: 'job.moved', actor: { kind: 'system', tenantId: TENANT, name: seq % 2 ? 'worker' : 'collector' },
      subject: { kind: 'job', id: `job-${seq}` }, details: { note: '=1+1 \u2028 김' },
    });
    records.push(link(records.at(-1)?.hash ?? AUDIT_GENESIS, TENANT, seq, bodyOf(entry)));
  }
  return records;
}

const ours = signerOf(Buffer.alloc(32, 1));

async function exported(format: ExportFormat, filter: Filter = {}, signer?: Signer): Promise<string[]> {
  const records = chain(20);
  const lines: string[] = [];
  const head = { seq: 20, hash: records[19]?.hash ?? '' };
  for await (const line of exportLines([records], { tenantId: TENANT, filter, format, exportedAt: '2026-06-30T09:00:00.000Z', head, signer })) lines.push(line);
  return lines;
}
const verify = (content: string | Buffer) => runCli(['audit', 'verify', fileOf(content)]);

describe.each(['jsonl', 'csv'] as const)('countersign audit verify on %s', (format) => {
  it('says intact, and how many', async () => {
    expect(verify((await exported(format)).join(''))).toMatchObject({ status: 0, stdout: 'intact: 20 records\n' });
  });

  it('counts what a filtered export shows and notes the rest', async () => {
    const { status, stdout, stderr } = verify((await exported(format, { actorId: 'worker' })).join(''));
    expect([status, stdout]).toEqual([0, 'intact: 10 records\n']);
    expect(stderr).toContain('filtered: 10');
  });

  it.each<[string, (lines: string[]) => string[]]>([
    ['a dropped line', (lines) => lines.toSpliced(6, 1)],
    ['swapped lines', (lines) => [...lines.slice(0, 6), lines[7] ?? '', lines[6] ?? '', ...lines.slice(8)]],
    ['a doubled line', (lines) => lines.toSpliced(6, 0, lines[6] ?? '')],
    ['a changed word', (lines) => lines.with(6, (lines[6] ?? '').replace('job.moved', 'job.Moved'))],
    ['no trailer', (lines) => lines.slice(0, -1)],
    ['a lost last byte', (lines) => lines.with(-1, (lines.at(-1) ?? '').slice(0, -1))],
    ['a byte order mark', (lines) => ['\ufeff', ...lines]],
  ])('finds %s, names the line, exits with 1', async (_what, change) => {
    const { status, stdout } = verify(change(await exported(format)).join(''));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^line \d+: [a-z-]+: /);
    expect(stdout).not.toContain('intact');
  });

  it('finds bytes that are no text', async () => {
    const bytes = Buffer.from((await exported(format)).join(''));
    bytes[bytes.indexOf('worker')] = 0xff;
    expect(verify(bytes)).toMatchObject({ status: 1 });
  });

  it('reads standard input', async () => {
    expect(runCli(['audit', 'verify', '-'], (await exported(format)).join(''))).toMatchObject({ status: 0 });
  });
});

describe('countersign audit verify with what is known from elsewhere', () => {
  const check = async (args: string[], signer?: Signer) => runCli(['audit', 'verify', fileOf((await exported('jsonl', {}, signer)).join('')), ...args]);
  it('says what it did not check', async () => {
    for (const signer of [undefined, ours]) {
      const { status, stderr } = await check([], signer);
      expect(status).toBe(0);
      expect(stderr).toContain('not checked: who made this file');
      expect(stderr).toContain('not checked: whether it ends where the chain ended');
    }
  });
  it('proves a signature by its key, given as text or in a file', async () => {
    for (const key of [ours.publicKey, fileOf(`${ours.publicKey}\n`)]) {
      const { status, stderr } = await check(['--key', key], ours);
      expect([status, stderr.includes(`signed by the given key (${ours.keyId})`), stderr.includes('not checked')]).toEqual([0, true, false]);
    }
  });
  it('finds an export that is not signed, or by another', async () => {
    expect((await check(['--key', ours.publicKey])).stdout).toMatch(/^line 1: unsigned: /);
    expect((await check(['--key', ours.publicKey], signerOf(Buffer.alloc(32, 2)))).stdout).toMatch(/^line 1: signature: .*another key/);
  });
  it('finds a head that is not in it', async () => {
    const { hash = '' } = chain(20).at(-1) ?? {};
    expect(await check(['--head', hash.toUpperCase()])).toMatchObject({ status: 0, stderr: expect.stringContaining('the given head is record 20') as string });
    expect((await check(['--head', 'a'.repeat(64)])).stdout).toMatch(/head: no record has the hash a+/);
  });
  it.each([[['--key', 'short']], [['--head', 'short']], [['--keys', 'x']]])('%j can not be used', async (args) => {
    expect((await check(args)).status).toBe(2);
  });
});

describe('countersign audit verify on something else', () => {
  it.each(['', '\n', 'hello\n', '{}\n', '\u0000\u0001', '# no\r\n'])('%j is no export', (content) => {
    expect(verify(content)).toMatchObject({ status: 1 });
  });
});
