import { AuditFilter } from '@countersign/contracts';
import type { AuditQuery } from '../../api/queries';

export interface AuditSearch {
  from?: string;
  to?: string;
  actor?: string;
  source?: string;
  action?: AuditQuery['action'];
  state?: string;
  subject?: string;
}

/** A day of the reader as an instant: its first moment, or the first moment of the day after. */
export function dayStart(day: string | undefined, plusDays: number): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  if (!match) return undefined;
  const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + plusDays);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The filters of the address as the API takes them. What the contract refuses is left out. */
export function auditFilter(search: AuditSearch): AuditQuery {
  const wanted: Record<string, string | undefined> = {
    from: dayStart(search.from, 0), to: dayStart(search.to, 1), actorId: search.actor, dataSourceId: search.source, action: search.action, state: search.state, subjectId: search.subject,
  };
  const kept = Object.entries(wanted).filter(([name, value]) => value !== undefined && AuditFilter.safeParse({ [name]: value }).success);
  return Object.fromEntries(kept);
}
