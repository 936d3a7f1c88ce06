import { AUDIT_ACTIONS, AUDIT_GENESIS, type Actor, type AuditRecord } from '@countersign/contracts';
import { bodyOf, entryOf } from '../entry.js';
import { link } from '../link.js';

/** A tenant's chain of `count` records by three actors, some of them named by troublemakers. */
export const TENANT = '00000000-0000-7000-8000-000000000001';
export const EXPORTED_AT = '2026-06-30T09:00:00.000Z';
const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const ACTORS: Actor[] = [
  { kind: 'person', tenantId: TENANT, personId: uuid(10), name: '=HYPERLINK("http://x","김 분석가")', roles: ['analyst'], groups: [], locale: 'ko' },
  { kind: 'token', tenantId: TENANT, tokenId: uuid(11), personId: uuid(10), name: 'line\nbreak, "quoted" \u2028', scopes: ['ask'], roles: ['analyst'], groups: [], locale: 'en' },
  { kind: 'system', tenantId: TENANT, name: 'worker' },
];

export function chainOf(count: number, from: { seq: number; hash: string } = { seq: 0, hash: AUDIT_GENESIS }): AuditRecord[] {
  const records: AuditRecord[] = [];
  let { hash } = from;
  for (let seq = from.seq + 1; seq <= from.seq + count; seq += 1) {
    const entry = entryOf({
      id: uuid(1000 + seq), at: new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString(), action: AUDIT_ACTIONS[seq % AUDIT_ACTIONS.length]!,
      actor: ACTORS[seq % 3]!, subject: { kind: 'job', id: uuid(seq % 7) }, dataSourceId: seq % 2 ? uuid(20) : null, state: seq % 5 ? 'RUNNING' : null,
      details: { rows: seq, note: '@cmd, "x"\r\n=1+1', ratio: 0.5 },
    });
    const record = link(hash, TENANT, seq, bodyOf(entry));
    records.push(record);
    ({ hash } = record);
  }
  return records;
}
