import { createHash, type Hash } from 'node:crypto';
import { canonicalJson } from '@countersign/contracts';
import { EXPORT_KIND, KNOWN_VERSIONS, LINE_FORMATS, sealManifest, type LineFormat, type Manifest, type ShownRecord, type Trailer } from './export-format.js';
import { link, type ChainHead } from './link.js';
import { isSignedBy } from './signature.js';

export interface ExportProblem {
  /** 1-based line of the file. */
  line: number;
  rule: 'not-an-export' | 'manifest' | 'header' | 'unreadable' | 'sequence' | 'broken-link' | 'altered' | 'filter' | 'trailer' | 'truncated' | 'after-the-end' | 'unsigned' | 'signature' | 'head';
  message: string;
}

/** What the verifier knows from elsewhere. Without it a file can only be proved against itself. */
export interface Known {
  /** Public key of the organization's exports, 32 bytes in base64. */
  publicKey?: string;
  /** Hash of a record that the file must hold: the head as the console or an earlier export shows it. */
  head?: string;
}

export interface ExportSummary {
  /** No problem was found, as far as was checked: see `signature` and `headAt`. */
  intact: boolean;
  manifest: Manifest | null;
  /** Records shown. */
  records: number;
  /** Records the filter left out; only their links are in the file. */
  omitted: number;
  /** `proved`: by the given key. `fits-itself`: by the key the file names, which proves nothing about whose that is. */
  signature: 'proved' | 'fits-itself' | 'none';
  /** Sequence number of the record with the given head's hash; null: no head was given or it was not found. */
  headAt: number | null;
}

interface Progress {
  line: number;
  manifest: Manifest;
  format: LineFormat;
  head: ChainHead;
  records: number;
  omitted: number;
  firstHash: string | null;
  lastHash: string | null;
  running: Hash;
  ended: boolean;
  known: Known;
  headAt: number | null;
}

/**
 * Proves, line by line, that an export is complete and unaltered: every shown record is what was hashed, every record follows
 * the one before, nothing is missing, doubled, moved or added. Memory stays flat. Whoever can rewrite the whole file can make it
 * fit itself again: that is found with the key of its signature, or with a head known from elsewhere.
 *
 * @param lines lines *with* their line ends, as `exportLines` yields them
 * @param known the key and the head to prove it against; what is absent is not checked, and the summary says so
 * @returns yields problems as they are found; the generator's return value is the summary
 * @example for await (const { line, message } of verifyExport(lines)) console.log(`${line}: ${message}`)
 */
export async function* verifyExport(lines: AsyncIterable<string> | Iterable<string>, known: Known = {}): AsyncGenerator<ExportProblem, ExportSummary, undefined> {
  let progress: Progress | undefined;
  let found = 0;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (!progress) {
      progress = begin(text, known);
      if (!progress) {
        yield { line, rule: 'not-an-export', message: 'the first line is no manifest of an audit export' };
        return { intact: false, manifest: null, records: 0, omitted: 0, signature: 'none', headAt: null };
      }
    }
    progress.line = line;
    for (const problem of line === 1 ? checkManifest(text, progress) : checkLine(text, progress)) {
      found += 1;
      yield { line, ...problem };
    }
    if (!progress.ended) progress.running.update(text, 'utf8');
  }
  if (!progress?.ended) {
    found += 1;
    yield { line: line + 1, rule: 'truncated', message: progress ? `the file ends after line ${line}, before its trailer` : 'the file is empty' };
  }
  if (progress && known.head !== undefined && progress.headAt === null) {
    found += 1;
    yield { line, rule: 'head', message: `no record has the hash ${known.head}: the file ends before it, or the chain was made anew` };
  }
  return { ...summaryOf(progress), intact: found === 0 };
}

function summaryOf(progress: Progress | undefined): Omit<ExportSummary, 'intact'> {
  if (!progress) return { manifest: null, records: 0, omitted: 0, signature: 'none', headAt: null };
  const { manifest, records, omitted, headAt, known } = progress;
  return { manifest, records, omitted, headAt, signature: !manifest.signedBy ? 'none' : known.publicKey === undefined ? 'fits-itself' : 'proved' };
}

type Found = Omit<ExportProblem, 'line'>;

function begin(text: string, known: Known): Progress | undefined {
  for (const format of Object.values(LINE_FORMATS)) {
    const manifest = format.readMark(text) as Manifest | undefined;
    if (manifest?.kind !== EXPORT_KIND || typeof manifest.from?.seq !== 'number' || typeof manifest.to?.seq !== 'number') continue;
    return {
      line: 1, manifest, format, head: { seq: manifest.from.seq - 1, hash: manifest.from.previousHash }, records: 0, omitted: 0,
      firstHash: null, lastHash: null, running: createHash('sha256'), ended: false, known,
      headAt: manifest.from.previousHash === known.head ? manifest.from.seq - 1 : null,
    };
  }
  return undefined;
}

function checkManifest(text: string, progress: Progress): Found[] {
  const { manifest, format } = progress;
  if (!KNOWN_VERSIONS.includes(manifest.version)) return [{ rule: 'manifest', message: `version ${String(manifest.version)} is not known here` }];
  const { sha256: _claimed, signature, ...content } = manifest;
  const sealed = attempt(() => sealManifest(content));
  const rewritten = sealed && attempt(() => format.manifest({ ...sealed, ...(signature === undefined ? {} : { signature }) }));
  if (!sealed || rewritten !== text || LINE_FORMATS[manifest.format] !== format) return [{ rule: 'manifest', message: 'the manifest was altered' }];
  return checkSignature(canonicalJson(sealed), signature, { progress, of: 'manifest' });
}

/** By the key given, else by the one the file names. */
function checkSignature(text: string, signature: unknown, { progress, of }: { progress: Progress; of: 'manifest' | 'trailer' }): Found[] {
  const { manifest, known } = progress;
  if (!manifest.signedBy) {
    if (signature !== undefined) return [{ rule: 'signature', message: `the ${of} is signed, and the manifest names no key` }];
    return known.publicKey === undefined || of === 'trailer' ? [] : [{ rule: 'unsigned', message: 'the export is not signed' }];
  }
  if (known.publicKey !== undefined && manifest.signedBy.publicKey !== known.publicKey && of === 'manifest') return [{ rule: 'signature', message: `the export is signed with another key: ${String(manifest.signedBy.keyId)}` }];
  return isSignedBy(known.publicKey ?? String(manifest.signedBy.publicKey), text, signature) ? [] : [{ rule: 'signature', message: `the signature of the ${of} does not fit` }];
}

function checkLine(text: string, progress: Progress): Found[] {
  const { format } = progress;
  if (progress.ended) return [{ rule: 'after-the-end', message: 'there is a line after the trailer' }];
  const header = format.header[progress.line - 2];
  if (header !== undefined) return header === text ? [] : [{ rule: 'header', message: 'the header line was altered' }];
  const mark = format.readMark(text);
  if (typeof mark === 'object' && mark !== null && 'kind' in mark) return checkTrailer(text, mark, progress);
  const record = format.readRecord(text);
  if (!record) return [{ rule: 'unreadable', message: 'the line is no record' }];
  return checkRecord(text, record, progress);
}

function checkRecord(text: string, record: ShownRecord, progress: Progress): Found[] {
  const { format, head, manifest } = progress;
  const { seq, previousHash, hash, entry } = record;
  const found: Found[] = [];
  if (seq !== head.seq + 1) found.push({ rule: 'sequence', message: sequenceMessage(head.seq + 1, seq) });
  else if (previousHash !== head.hash) found.push({ rule: 'broken-link', message: `record ${seq} does not follow record ${head.seq}` });
  const rewritten = attempt(() => format.record(record));
  const unaltered = rewritten === text && (entry === undefined || attempt(() => link(previousHash, manifest.tenant, seq, canonicalJson(entry)).hash) === hash);
  if (!unaltered) found.push({ rule: 'altered', message: `record ${seq} is not what was hashed` });
  if (entry === undefined && Object.keys(manifest.filter ?? {}).length === 0) found.push({ rule: 'filter', message: `record ${seq} has no content, and the export has no filter` });
  progress.head = { seq, hash };
  if (hash === progress.known.head) progress.headAt = seq;
  progress[entry === undefined ? 'omitted' : 'records'] += 1;
  progress.firstHash ??= hash;
  progress.lastHash = hash;
  return found;
}

function sequenceMessage(expected: number, found: number): string {
  if (found > expected) return found === expected + 1 ? `record ${expected} is missing` : `records ${expected} to ${found - 1} are missing`;
  return `record ${found} is doubled or out of place; ${expected} was expected`;
}

function checkTrailer(text: string, mark: object, progress: Progress): Found[] {
  const { format, manifest, head, records, omitted, firstHash, lastHash, running } = progress;
  progress.ended = true;
  const found: Found[] = [];
  if (head.seq !== manifest.to.seq) found.push({ rule: 'truncated', message: `the file ends at record ${head.seq}; its manifest says ${manifest.to.seq}` });
  else if (head.hash !== manifest.to.hash) found.push({ rule: 'broken-link', message: `record ${head.seq} is not the one the manifest ends with` });
  const expected: Trailer = { kind: `${EXPORT_KIND}-end`, records, omitted, firstHash, lastHash, sha256: running.digest('hex') };
  const { signature } = mark as Partial<Trailer>;
  if (attempt(() => format.trailer({ ...expected, ...(signature === undefined ? {} : { signature }) })) !== text) found.push({ rule: 'trailer', message: 'the trailer does not fit the lines before it' });
  else found.push(...checkSignature(canonicalJson(expected), signature, { progress, of: 'trailer' }));
  return found;
}

/** Altered content may be anything, also something that has no canonical form. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
