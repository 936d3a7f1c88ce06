import { createHash, type Hash } from 'node:crypto';
import { canonicalJson } from '@countersign/contracts';
import { EXPORT_KIND, EXPORT_VERSION, LINE_FORMATS, sealManifest, type LineFormat, type Manifest, type ShownRecord } from './export-format.js';
import { link, type ChainHead } from './link.js';

export interface ExportProblem {
  /** 1-based line of the file. */
  line: number;
  rule: 'not-an-export' | 'manifest' | 'header' | 'unreadable' | 'sequence' | 'broken-link' | 'altered' | 'filter' | 'trailer' | 'truncated' | 'after-the-end';
  message: string;
}

export interface ExportSummary {
  intact: boolean;
  manifest: Manifest | null;
  /** Records shown. */
  records: number;
  /** Records the filter left out; only their links are in the file. */
  omitted: number;
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
}

/**
 * Proves, line by line and without anything but the file, that an export is complete and unaltered: every shown record is
 * what was hashed, every record follows the one before, nothing is missing, doubled, moved or added. Memory stays flat.
 *
 * @param lines lines *with* their line ends, as `exportLines` yields them
 * @returns yields problems as they are found; the generator's return value is the summary
 * @example for await (const { line, message } of verifyExport(lines)) console.log(`${line}: ${message}`)
 */
export async function* verifyExport(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<ExportProblem, ExportSummary, undefined> {
  let progress: Progress | undefined;
  let found = 0;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (!progress) {
      progress = begin(text);
      if (!progress) {
        yield { line, rule: 'not-an-export', message: 'the first line is no manifest of an audit export' };
        return { intact: false, manifest: null, records: 0, omitted: 0 };
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
  return { intact: found === 0, manifest: progress?.manifest ?? null, records: progress?.records ?? 0, omitted: progress?.omitted ?? 0 };
}

type Found = Omit<ExportProblem, 'line'>;

function begin(text: string): Progress | undefined {
  for (const format of Object.values(LINE_FORMATS)) {
    const manifest = format.readMark(text) as Manifest | undefined;
    if (manifest?.kind !== EXPORT_KIND || typeof manifest.from?.seq !== 'number' || typeof manifest.to?.seq !== 'number') continue;
    return {
      line: 1, manifest, format, head: { seq: manifest.from.seq - 1, hash: manifest.from.previousHash }, records: 0, omitted: 0,
      firstHash: null, lastHash: null, running: createHash('sha256'), ended: false,
    };
  }
  return undefined;
}

function checkManifest(text: string, { manifest, format }: Progress): Found[] {
  if (manifest.version !== EXPORT_VERSION) return [{ rule: 'manifest', message: `version ${String(manifest.version)} is not known here` }];
  const { sha256: _claimed, ...content } = manifest;
  const sealed = attempt(() => format.manifest(sealManifest(content)));
  return sealed === text && LINE_FORMATS[manifest.format] === format ? [] : [{ rule: 'manifest', message: 'the manifest was altered' }];
}

function checkLine(text: string, progress: Progress): Found[] {
  const { format } = progress;
  if (progress.ended) return [{ rule: 'after-the-end', message: 'there is a line after the trailer' }];
  const header = format.header[progress.line - 2];
  if (header !== undefined) return header === text ? [] : [{ rule: 'header', message: 'the header line was altered' }];
  const mark = format.readMark(text);
  if (typeof mark === 'object' && mark !== null && 'kind' in mark) return checkTrailer(text, progress);
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
  progress[entry === undefined ? 'omitted' : 'records'] += 1;
  progress.firstHash ??= hash;
  progress.lastHash = hash;
  return found;
}

function sequenceMessage(expected: number, found: number): string {
  if (found > expected) return found === expected + 1 ? `record ${expected} is missing` : `records ${expected} to ${found - 1} are missing`;
  return `record ${found} is doubled or out of place; ${expected} was expected`;
}

function checkTrailer(text: string, progress: Progress): Found[] {
  const { format, manifest, head, records, omitted, firstHash, lastHash, running } = progress;
  progress.ended = true;
  const found: Found[] = [];
  if (head.seq !== manifest.to.seq) found.push({ rule: 'truncated', message: `the file ends at record ${head.seq}; its manifest says ${manifest.to.seq}` });
  else if (head.hash !== manifest.to.hash) found.push({ rule: 'broken-link', message: `record ${head.seq} is not the one the manifest ends with` });
  const expected = format.trailer({ kind: `${EXPORT_KIND}-end`, records, omitted, firstHash, lastHash, sha256: running.digest('hex') });
  if (expected !== text) found.push({ rule: 'trailer', message: 'the trailer does not fit the lines before it' });
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
