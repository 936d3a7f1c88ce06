import { createHash } from 'node:crypto';
import { AUDIT_GENESIS, type AuditRecord } from '@countersign/contracts';

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * Adds one link to a tenant's chain. The hash covers the previous hash, so no record can be changed, dropped or moved
 * without every later hash changing too.
 *
 * @param seq counts from 1 within the tenant
 * @param body canonical JSON of the entry, as it is stored
 * @example link(AUDIT_GENESIS, tenantId, 1, bodyOf(entry)).hash.length // 64
 */
export function link(previousHash: string, tenantId: string, seq: number, body: string): AuditRecord {
  return { tenantId, seq, body, previousHash, hash: sha256(`${previousHash}\n${tenantId}\n${seq}\n${body}`) };
}

export interface ChainProblem {
  seq: number;
  rule: 'wrong-tenant' | 'sequence' | 'broken-link' | 'altered';
  message: string;
}

/** Where a chain (or a stretch of it) stands: what the next record must follow. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/**
 * Recomputes every hash of consecutive records.
 *
 * @param after head the records must follow; the beginning of the chain when absent
 * @returns problems in order, and the head reached; a stretch can be checked in batches by passing that head on
 */
export function verifyChain(tenantId: string, records: Iterable<AuditRecord>, after: ChainHead = { seq: 0, hash: AUDIT_GENESIS }): { problems: ChainProblem[]; head: ChainHead } {
  const problems: ChainProblem[] = [];
  let head = after;
  for (const record of records) {
    problems.push(...againstHead(tenantId, record, head));
    head = { seq: record.seq, hash: record.hash };
  }
  return { problems, head };
}

function againstHead(tenantId: string, record: AuditRecord, head: ChainHead): ChainProblem[] {
  const { seq } = record;
  if (record.tenantId !== tenantId) return [{ seq, rule: 'wrong-tenant', message: `record ${seq} is of another tenant` }];
  const problems: ChainProblem[] = [];
  if (seq !== head.seq + 1) problems.push({ seq, rule: 'sequence', message: `record ${head.seq + 1} was expected, ${seq} was found` });
  else if (record.previousHash !== head.hash) problems.push({ seq, rule: 'broken-link', message: `record ${seq} does not follow record ${head.seq}` });
  if (link(record.previousHash, tenantId, seq, record.body).hash !== record.hash) problems.push({ seq, rule: 'altered', message: `record ${seq} is not what was hashed` });
  return problems;
}
