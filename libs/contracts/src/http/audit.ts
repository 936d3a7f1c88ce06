import { z } from 'zod';
import { AuditAction, AuditEntry } from '../audit-record.js';
import { Id, Instant } from '../ids.js';
import { PageQuery, page } from './page.js';
import { route } from './route.js';

export const AuditFilter = z.object({ from: Instant.optional(), to: Instant.optional(), actorId: z.string().max(80).optional(), dataSourceId: Id.optional(), action: AuditAction.optional(), state: z.string().max(40).optional(), subjectId: z.string().max(80).optional() });
export const AuditRow = z.object({ seq: z.int(), hash: z.string(), entry: AuditEntry });
export type AuditRow = z.infer<typeof AuditRow>;
export const listAudit = route({ method: 'GET', path: '/v1/audit', summary: 'Audit records, newest first', auth: 'any', roles: ['auditor', 'admin'], query: PageQuery.extend(AuditFilter.shape), output: page(AuditRow).extend({ verified: z.object({ intact: z.boolean(), records: z.int(), upToSeq: z.int(), at: Instant }) }), problems: [] });
/** Ed25519. Kept by auditors beside the exports: `countersign audit verify FILE --key PUBLICKEY`. */
export const auditKey = route({ method: 'GET', path: '/v1/audit/key', summary: 'Public key that signs exports', auth: 'any', roles: [], output: z.object({ algorithm: z.literal('ed25519'), keyId: z.string(), publicKey: z.string() }), problems: [] });
/** A JSONL or CSV file whose first line (JSONL) or comment lines (CSV) are the manifest. */
export const exportAudit = route({ method: 'GET', path: '/v1/audit/export', summary: 'Signed export with manifest', auth: 'any', roles: ['auditor', 'admin'], query: AuditFilter.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') }), media: 'application/x-ndjson', problems: [] });
