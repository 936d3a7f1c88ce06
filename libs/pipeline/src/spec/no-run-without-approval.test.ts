import type { Approval, Job, StagePayload } from '@countersign/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeJobStore } from '../fakes/job-store.js';
import { fakePorts } from '../fakes/ports.js';
import { cancel, decide, editSql, expire, receive, runStage } from '../index.js';
import type { Transition } from '../ports.js';
import { APPROVER, ASKER, OTHER_TENANT, SECOND_APPROVER, SOURCE, TENANT, actorOf, commerceWorld, scriptedSource } from './commerce-world.js';

const mostly = <T>(usual: T, seldom: T) => fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(seldom) });

/** What the world may do to a job, in any order and number; weighted so that some stories end well. */
const event = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ do: 'deliver' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redeliver' as const), index: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forge' as const), stage: fc.constantFrom('recheck' as const, 'execute' as const, 'ground' as const), version: fc.nat(12) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('decide' as const), by: fc.constantFrom(ASKER, APPROVER, SECOND_APPROVER), what: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'reject' as const, 'request-changes' as const), rightDigest: mostly(true, false), otherTenant: mostly(false, true) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), by: fc.constantFrom(ASKER, APPROVER, SECOND_APPROVER), year: fc.integer({ min: 2020, max: 2024 }), rightDigest: mostly(true, false) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 80 }) }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'revoke' as const }, { do: 'repack' as const }, { do: 'repolicy' as const }, { do: 'demote' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'cancel' as const }, { do: 'expire' as const }) },
);

class WatchedJobs extends FakeJobStore {
  violations: string[] = [];
  constructor(private readonly now: () => string) { super(); }
  override async apply(t: Transition) {
    const before = this.jobs.get(t.jobId);
    const applied = await super.apply(t);
    if (applied.applied && t.to === 'RUNNING') this.violations.push(...wrongs(before!, this.now()));
    return applied;
  }
}

function wrongs(job: Job, now: string): string[] {
  const { approval, review } = job;
  if (!approval) return ['no approval'];
  const who = (a: Approval) => (a.by.kind === 'person' ? a.by.personId : a.by.authorId);
  return [
    approval.decision === 'approve' ? '' : 'not an approval',
    who(approval) !== job.askerId ? '' : 'by the asker',
    who(approval) !== job.candidate?.authorId ? '' : 'by who wrote the SQL',
    approval.revision === job.candidate?.revision ? '' : 'of another revision',
    approval.digest === review?.digest ? '' : 'of another digest',
    approval.validUntil > now ? '' : 'expired',
    approval.usesLeft > 0 ? '' : 'spent',
  ].filter(Boolean);
}

describe('no sequence of events', () => {
  it('reaches RUNNING without a matching, unexpired approval by a person who neither asked nor wrote it', { timeout: 120_000 }, async () => {
    let reached = 0;
    await fc.assert(fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const world = commerceWorld();
      const source = scriptedSource([{ name: 'net_revenue', type: 'numeric' }], [['12.50']]);
      const jobs = new WatchedJobs(() => new Date(world.nowMs).toISOString());
      const ports = fakePorts(world, source, jobs);
      const delivered: StagePayload[] = [];
      const authors: string[] = [];
      const received = await receive(ports, actorOf(ASKER) as Parameters<typeof receive>[1], { question: 'net revenue in 2025', dataSourceId: SOURCE, packId: 'commerce', idempotencyKey: null, traceparent: null });
      if (!received.ok) throw new Error(received.code);
      const id = received.jobId;
      const signal = new AbortController().signal;
      for (const e of events) {
        const job = jobs.jobs.get(id)!;
        switch (e.do) {
          case 'deliver': { const p = world.queue.shift(); if (p) { delivered.push(p); await runStage(ports, p, signal); } break; }
          case 'redeliver': { const p = delivered[e.index % Math.max(1, delivered.length)]; if (p) await runStage(ports, p, signal); break; }
          case 'forge': await runStage(ports, { tenantId: TENANT, jobId: id, stage: e.stage, version: e.version, dataSourceId: SOURCE, traceparent: null, enqueuedAt: 0 }, signal); break;
          case 'decide': await decide(ports, actorOf(e.by, e.otherTenant ? OTHER_TENANT : TENANT), job, { decision: e.what, digest: e.rightDigest ? job.review?.digest ?? '' : '0'.repeat(64), version: job.version, reasonCode: 'other' }, authors); break;
          case 'edit': { const edited = await editSql(ports, actorOf(e.by), job, { sql: `SELECT count(*) AS n FROM orders WHERE order_date >= DATE '${e.year}-01-01'`, language: 'native', digest: e.rightDigest ? job.review?.digest ?? '' : '0'.repeat(64), version: job.version, preview: false }, async () => []); if (edited.ok && edited.edited) authors.push(e.by); break; }
          case 'wait': world.nowMs += e.hours * 3_600_000; break;
          case 'revoke': world.grants[0]!.revokedAt = new Date(world.nowMs).toISOString(); break;
          case 'repack': world.packs.get('commerce')!.current += 1; break;
          case 'repolicy': world.policies.version += 1; break;
          case 'demote': world.people.get(APPROVER)!.roles = []; break;
          case 'cancel': await cancel(ports, actorOf(ASKER), job); break;
          case 'expire': await expire(ports, TENANT, id); break;
        }
      }
      if (source.ran.length > 0) reached += 1;
      expect(jobs.violations).toEqual([]);
      expect(source.ran.length).toBeLessThanOrEqual(1);
    }), { numRuns: 300 });
    // The law would hold emptily if nothing ever ran.
    expect(reached).toBeGreaterThan(10);
  });
});
