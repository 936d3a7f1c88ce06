import { BlockedOrigin, type BlockedStatement } from '@countersign/contracts';
import { z } from 'zod';
import type { Database } from './database.js';
import { noPage, oneMore, pageOf } from './page.js';
import type { AuditStore } from './store.js';

interface BlockedRow {
  seq: number;
  body: string;
}

/** The members of an audit record that say what was blocked. Records from before they were kept have a rule only. */
const Entry = z.object({
  at: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  subject: z.object({ kind: z.string(), id: z.string() }),
  dataSourceId: z.string().nullable(),
  details: z.object({
    origin: BlockedOrigin.catch('question'), rule: z.string().optional(), textDigest: z.string().optional(), line: z.int().optional(), column: z.int().optional(),
    asker: z.object({ id: z.string(), name: z.string() }).optional(), via: z.string().optional(), reason: z.object({ params: z.object({ rule: z.string().optional() }).optional() }).optional(),
  }),
});

export function blockedStatements(db: Database): Pick<AuditStore, 'blocked'> {
  return {
    async blocked(tenantId, filter, { cursor, limit }) {
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return noPage();
      const { from = null, to = null, personId = null, dataSourceId = null, rule = null, origin = null, textDigest = null } = filter;
      const before = cursor === undefined ? null : Number(cursor);
      // `json`, not `jsonb`: a record may hold characters that jsonb refuses, and only single members are looked at.
      const rows = await db.forTenant(tenantId, (tx) => tx.$queryRaw<BlockedRow[]>`
        select seq, body from audit_records
        where tenant_id = ${tenantId}::uuid and action in ('gate.rejected', 'sql.blocked')
          and (${before}::int is null or seq < ${before}::int)
          and (${from}::timestamptz is null or at >= ${from}::timestamptz) and (${to}::timestamptz is null or at < ${to}::timestamptz)
          and (${dataSourceId}::uuid is null or data_source_id = ${dataSourceId}::uuid)
          and (${personId}::text is null or coalesce(body::json #>> '{details,asker,id}', actor_id) = ${personId}::text)
          and (${rule}::text is null or coalesce(body::json #>> '{details,rule}', body::json #>> '{details,reason,params,rule}') = ${rule}::text)
          and (${origin}::text is null or coalesce(body::json #>> '{details,origin}', 'question') = ${origin}::text)
          and (${textDigest}::text is null or body::json #>> '{details,textDigest}' = ${textDigest}::text)
        order by seq desc limit ${oneMore(limit)}`);
      return pageOf(rows, limit, (row) => String(row.seq), statementOf);
    },
  };
}

function statementOf({ seq, body }: BlockedRow): Omit<BlockedStatement, 'dataSourceName'> {
  const { at, actor, subject, dataSourceId, details } = Entry.parse(JSON.parse(body));
  return {
    seq, at, origin: details.origin, rule: details.rule ?? details.reason?.params?.rule ?? 'unknown',
    line: details.line ?? null, column: details.column ?? null, textDigest: details.textDigest ?? null,
    who: { ...(details.asker ?? { id: actor.id, name: actor.name }), via: actor.kind === 'token' || details.via === 'token' ? 'token' : 'person' },
    dataSourceId, jobId: subject.kind === 'job' ? subject.id : null,
  };
}
