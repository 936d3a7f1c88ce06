import { createHash } from 'node:crypto';
import type { BlockedOrigin, Candidate, GateReport } from '@countersign/contracts';

/** SHA-256 of a text of SQL: blocked statements are logged under it, never with the text. */
export function textDigest(sql: string): string {
  return createHash('sha256').update(sql, 'utf8').digest('hex');
}

/** Where a job's candidate came from, as the log of blocked statements calls it. */
export function blockedOrigin(candidate: Pick<Candidate, 'origin'>): BlockedOrigin {
  if (candidate.origin === 'sql') return 'execute';
  return candidate.origin === 'person' ? 'edit' : 'question';
}

/**
 * What the audit keeps of a statement that the gate blocked: the rule, the place, who wanted it, a digest of the text. Neither the text
 * nor an excerpt: it may hold anything.
 */
export function blockedDetails(report: Extract<GateReport, { verdict: 'reject' }>, about: { origin: BlockedOrigin; sql: string; asker: { id: string; name: string } }): Record<string, unknown> {
  return {
    origin: about.origin, rule: report.rule, textDigest: textDigest(about.sql), dialect: report.dialect, asker: about.asker,
    ...(report.at ? { line: report.at.line, column: report.at.column } : {}),
  };
}
