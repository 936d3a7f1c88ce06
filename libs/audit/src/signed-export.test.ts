import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type AuditRecord } from '@countersign/contracts';
import { exportLines, type ExportOptions } from './export-lines.js';
import { LINE_FORMATS, sealManifest, signed, type Manifest } from './export-format.js';
import { link } from './link.js';
import { isSignedBy, readSigningKey, signerOf, type Signer } from './signature.js';
import { verifyExport, type ExportProblem, type ExportSummary, type Known } from './verify-export.js';
import { EXPORTED_AT, TENANT, chainOf } from './spec/chain.js';

const chain = chainOf(20);
const headOf = (records: AuditRecord[]) => ({ seq: records.length, hash: records.at(-1)!.hash });
const ours = signerOf(Buffer.alloc(32, 1));
const theirs = signerOf(Buffer.alloc(32, 2));

async function exported(changes: Partial<ExportOptions> = {}, records = chain): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines([records], { tenantId: TENANT, filter: {}, format: 'jsonl', exportedAt: EXPORTED_AT, head: headOf(records), signer: ours, ...changes })) lines.push(line);
  return lines;
}

async function verify(lines: string[], known: Known = {}): Promise<ExportSummary & { rules: string[] }> {
  const problems: ExportProblem[] = [];
  const checking = verifyExport(lines, known);
  for (;;) {
    const step = await checking.next();
    if (step.done) return { ...step.value, rules: problems.map(({ rule }) => rule) };
    problems.push(step.value);
  }
}

/** The chain with record 10 changed and every hash after it made anew: what a forger with a whole file does. */
function rechained(): AuditRecord[] {
  const forged: AuditRecord[] = [];
  for (const { seq, body } of chain) forged.push(link(forged.at(-1)?.hash ?? '0'.repeat(64), TENANT, seq, seq === 10 ? body.replace('"rows":10', '"rows":99') : body));
  return forged;
}

describe.each(['jsonl', 'csv'] as const)('a signed export as %s', (format) => {
  const key = { publicKey: ours.publicKey };

  it('is proved by its key', async () => {
    expect(await verify(await exported({ format }), key)).toMatchObject({ intact: true, records: 20, signature: 'proved', manifest: { version: 2, signedBy: { algorithm: 'ed25519', keyId: ours.keyId } } });
  });
  it('without a key only fits itself, and says so', async () => {
    expect(await verify(await exported({ format }))).toMatchObject({ intact: true, signature: 'fits-itself', headAt: null });
  });

  it.each<[string, (lines: string[]) => string[]]>([
    ['a dropped record', (lines) => lines.toSpliced(6, 1)],
    ['swapped records', (lines) => [...lines.slice(0, 6), lines[7]!, lines[6]!, ...lines.slice(8)]],
    ['an end cut off', (lines) => lines.slice(0, -4)],
    ['an end cut off before its trailer', (lines) => lines.toSpliced(-4, 3)],
    ['a changed word', (lines) => lines.with(6, lines[6]!.replace('job', 'jab'))],
  ])('is not intact with %s', async (_what, change) => {
    expect(await verify(change(await exported({ format })), key)).toMatchObject({ intact: false });
  });

  it('is not intact with any byte flipped', async () => {
    const lines = await exported({ format, head: headOf(chain.slice(0, 4)) }, chain.slice(0, 4));
    await fc.assert(fc.asyncProperty(fc.nat(lines.length - 1), fc.nat(), fc.integer({ min: 0, max: 7 }), async (index, where, bit) => {
      const bytes = Buffer.from(lines[index]!);
      bytes[where % bytes.length]! ^= 1 << bit;
      fc.pre(bytes.toString('utf8') !== lines[index]);
      expect((await verify(lines.with(index, bytes.toString('utf8')), key)).intact).toBe(false);
    }), { numRuns: 200 });
  });

  it.each<[string, Signer | undefined, string]>([['without a signature', undefined, 'unsigned'], ['signed with a key of the forger’s own', theirs, 'signature']])('re-chained and %s fits itself, and fails the key', async (_what, signer, rule) => {
    const records = rechained();
    const lines = await exported({ format, signer }, records);
    expect((await verify(lines)).intact).toBe(true);
    const { intact, rules } = await verify(lines, key);
    expect([intact, rules[0]]).toEqual([false, rule]);
  });
  it('re-chained under the old manifest’s signature fails with and without the key', async () => {
    const records = rechained();
    const forged = await exported({ format, signer: theirs }, records);
    const [line] = await exported({ format });
    const { sha256: _, signature, ...content } = LINE_FORMATS[format].readMark(line!) as Manifest;
    const manifest = LINE_FORMATS[format].manifest({ ...sealManifest({ ...content, to: headOf(records) }), ...(signature === undefined ? {} : { signature }) });
    for (const known of [{}, key]) expect((await verify(forged.with(0, manifest), known)).rules).toContain('signature');
  });
  it('re-chained fails a head that was known before', async () => {
    const lines = await exported({ format, signer: theirs }, rechained());
    expect((await verify(lines, { head: headOf(chain).hash })).rules).toEqual(['head']);
    expect(await verify(await exported({ format }), { head: chain[11]!.hash })).toMatchObject({ intact: true, headAt: 12 });
  });

  it('can’t lose the content of a record to the filter unseen', async () => {
    const filter = { actorId: 'worker' };
    const lines = await exported({ format, filter });
    const at = lines.findIndex((line) => line.includes('"details"') || line.includes('""details""'));
    const { entry: _, ...bare } = LINE_FORMATS[format].readRecord(lines[at]!)!;
    const shortened = lines.with(at, LINE_FORMATS[format].record(bare));
    const counted = (await verify(lines)).records;
    const running = createHash('sha256').update(shortened.slice(0, -1).join(''), 'utf8').digest('hex');
    const trailer = { ...(JSON.parse(lines.at(-1)!.replace('# ', '')) as object), records: counted - 1, omitted: 20 - counted + 1, sha256: running } as never;
    const { intact, rules } = await verify(shortened.with(-1, LINE_FORMATS[format].trailer(trailer)), key);
    expect([intact, rules]).toEqual([false, ['signature']]);
  });
});

describe('an export of version 1', () => {
  it('still verifies, and is said to be unsigned when a key is given', async () => {
    const lines = await exported({ signer: undefined });
    const { sha256: _, ...content } = JSON.parse(lines[0]!) as Manifest;
    const manifest = LINE_FORMATS.jsonl.manifest(sealManifest({ ...content, version: 1 }));
    const old = lines.with(0, manifest);
    const trailer = { ...(JSON.parse(old.at(-1)!) as object), sha256: createHash('sha256').update(old.slice(0, -1).join(''), 'utf8').digest('hex') } as never;
    const whole = old.with(-1, LINE_FORMATS.jsonl.trailer(trailer));
    expect(await verify(whole)).toMatchObject({ intact: true, signature: 'none' });
    expect((await verify(whole, { publicKey: ours.publicKey })).rules).toEqual(['unsigned']);
  });
});

describe('a signature', () => {
  it('is of one key over one text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, other) => {
      const signature = ours.sign(text);
      expect(isSignedBy(ours.publicKey, text, signature)).toBe(true);
      expect(isSignedBy(theirs.publicKey, text, signature)).toBe(false);
      if (other !== text) expect(isSignedBy(ours.publicKey, other, signature)).toBe(false);
    }), { numRuns: 50 });
  });
  it.each([[undefined], [''], ['AAAA'], [`${'A'.repeat(85)}B==`], [7]])('%j is none', (signature) => {
    expect(isSignedBy(ours.publicKey, 'text', signature)).toBe(false);
  });
  it('covers a mark in its canonical spelling', () => {
    const mark = sealManifest({ kind: 'countersign-audit', version: 2, tenant: TENANT, format: 'jsonl', filter: {}, exportedAt: EXPORTED_AT, from: { seq: 1, previousHash: '0' }, to: { seq: 0, hash: '0' } });
    expect(isSignedBy(ours.publicKey, canonicalJson(mark), signed(mark, ours).signature)).toBe(true);
  });
  it('reads keys as it shows them and nothing else', () => {
    expect(readSigningKey(` ${ours.publicKey}\n`)).toMatchObject({ keyId: ours.keyId, publicKey: ours.publicKey });
    for (const text of ['', 'x', ours.publicKey.slice(1), `${ours.publicKey}AAAA`]) expect(readSigningKey(text)).toBeUndefined();
    expect(() => signerOf(Buffer.alloc(31))).toThrow(RangeError);
  });
});
