import { createHash } from 'node:crypto';
import { AUDIT_GENESIS, AuditEntry, type AuditFilter, type AuditRecord } from '@countersign/contracts';
import type { z } from 'zod';
import { EXPORT_KIND, EXPORT_VERSION, LINE_FORMATS, sealManifest, show, signed, type ExportFormat, type Trailer } from './export-format.js';
import type { ChainHead } from './link.js';
import type { Signer, SigningKey } from './signature.js';

export type Filter = z.infer<typeof AuditFilter>;

export interface ExportOptions {
  tenantId: string;
  /** Which records are shown. The others stay as links without content: that is what keeps the chain provable. */
  filter: Filter;
  format: ExportFormat;
  exportedAt: string;
  /** Head of the chain when the export began; records added meanwhile are left for the next one. */
  head: ChainHead;
  /** What the first record follows; the beginning of the chain when absent. */
  after?: ChainHead;
  /** Signs manifest and trailer: without it, whoever can rewrite the whole file can make it fit itself again. */
  signer?: Signer | undefined;
}

/**
 * An export, line by line, each with its line end: manifest, records, trailer. Memory does not grow with the chain.
 *
 * @param records **all** records after `after` in order, not only matching ones (e.g. `store.audit.stream(tenantId, {})`); the
 *   filter is applied here, because a file with holes proves nothing.
 * @example for await (const line of exportLines(store.audit.stream(tenantId, {}), options)) response.write(line)
 */
export async function* exportLines(records: AsyncIterable<readonly AuditRecord[]> | Iterable<readonly AuditRecord[]>, options: ExportOptions): AsyncGenerator<string, void, undefined> {
  const lines = LINE_FORMATS[options.format];
  const after = options.after ?? { seq: 0, hash: AUDIT_GENESIS };
  const running = createHash('sha256');
  const say = (line: string): string => (running.update(line, 'utf8'), line);
  yield say(lines.manifest(signed(sealManifest({
    kind: EXPORT_KIND, version: EXPORT_VERSION, tenant: options.tenantId, format: options.format, filter: given(options.filter),
    exportedAt: options.exportedAt, from: { seq: after.seq + 1, previousHash: after.hash }, to: options.head, ...signedBy(options.signer),
  }), options.signer)));
  for (const line of lines.header) yield say(line);
  const count = { records: 0, omitted: 0 };
  let [firstHash, lastHash]: [string | null, string | null] = [null, null];
  for await (const batch of records) {
    for (const record of batch) {
      if (record.seq > options.head.seq) continue;
      const entry = JSON.parse(record.body) as AuditEntry;
      const matching = matches(entry, options.filter);
      count[matching ? 'records' : 'omitted'] += 1;
      firstHash ??= record.hash;
      lastHash = record.hash;
      yield say(lines.record(show(record, matching ? entry : undefined)));
    }
  }
  const trailer: Trailer = { kind: `${EXPORT_KIND}-end`, ...count, firstHash, lastHash, sha256: running.digest('hex') };
  yield lines.trailer(signed(trailer, options.signer));
}

function signedBy(signer: Signer | undefined): { signedBy?: SigningKey } {
  return signer ? { signedBy: { algorithm: signer.algorithm, keyId: signer.keyId, publicKey: signer.publicKey } } : {};
}

/**
 * Does an entry pass a filter? Every given member must match; times are half-open: from ≤ at < to.
 */
export function matches(entry: AuditEntry, filter: Filter): boolean {
  const at = Date.parse(entry.at);
  return (filter.from === undefined || at >= Date.parse(filter.from))
    && (filter.to === undefined || at < Date.parse(filter.to))
    && (filter.actorId === undefined || entry.actor.id === filter.actorId)
    && (filter.dataSourceId === undefined || entry.dataSourceId === filter.dataSourceId)
    && (filter.action === undefined || entry.action === filter.action)
    && (filter.state === undefined || entry.state === filter.state)
    && (filter.subjectId === undefined || entry.subject.id === filter.subjectId);
}

function given(filter: Filter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter((member): member is [string, string] => typeof member[1] === 'string'));
}
