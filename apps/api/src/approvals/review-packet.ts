import { grantsCover, mayEdit, whatChanged } from '@countersign/access';
import type { Finding, Job, Locale, NameBinding, ReviewPacket } from '@countersign/contracts';
import { sayQuery } from '@countersign/evidence';
import { isEnd, liveFacts, realNames } from '@countersign/pipeline';
import { digestOf } from '@countersign/sql';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Caller } from '../auth/actor.js';
import { found } from '../http/problem.js';
import { JobViews } from '../jobs/job-view.js';
import { meaningOf } from '../packs/meaning.js';
import { PORTS, READER, STORE, type Services } from '../services.js';
import { revisionOf } from './revision.js';

/** Puts on one screen what a decision depends on, with the asker's rights as they are at this moment. */
@Injectable()
export class ReviewPackets {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    @Inject(READER) private readonly reader: Services['reader'],
    private readonly views: JobViews,
  ) {}

  async of(caller: Caller, job: Job, locale: Locale): Promise<z.input<typeof ReviewPacket>> {
    // What an approver edited is looked at again; meanwhile there is nothing to sign, and it is not gone.
    if (job.candidate?.edit === undefined) found(job.review);
    const [live, source, meaning, verdict, candidates, person, earlier] = await Promise.all([
      liveFacts(this.ports, job),
      this.ports.sources.load(job.tenantId, job.dataSourceId),
      meaningOf(this.ports.packs, job, locale),
      this.views.decideVerdict(caller, job),
      this.store.reader.revisions(job.tenantId, job.id),
      this.ports.access.person(caller.tenantId, caller.personId),
      job.revises === null ? undefined : this.store.jobs.load(job.tenantId, job.revises),
    ]);
    const now = this.ports.clock.now();
    const facts = factsOf(job);
    const missing = live.asker && live.catalogue ? grantsCover({ facts, catalogue: live.catalogue, grants: live.grants, binding: live.binding, sensitive: live.sensitive, ...(live.others ? { others: live.others } : {}), now }) : facts.tables;
    // What moved after the end no longer matters to anyone's decision.
    const changed = isEnd(job.state) || job.review === null ? [] : whatChanged({ job, live, now, digestOf, before: 'approval' });
    return {
      job: { ...job, answer: null },
      dataSource: { id: job.dataSourceId, name: source?.name ?? '–', engine: source?.engine ?? '–' },
      meaning,
      says: await this.says(job, live.binding, locale),
      reveals: { columns: facts.outputColumns, personal: personalOf(job.review?.risk.reasons ?? []), tables: facts.tables, estimatedRows: job.estimate?.rows ?? null },
      attention: attentionOf(job),
      passedChecks: facts.passed,
      access: { covered: missing.length === 0, missing, checkedAt: now },
      changed,
      revision: earlier ? revisionOf(earlier, job) : null,
      edits: candidates.flatMap((candidate) => (candidate?.edit ? [{ revision: candidate.revision, edit: candidate.edit }] : [])),
      masked: job.gateReport?.verdict === 'accept' ? (job.gateReport.masked ?? []) : [],
      blockedBecause: verdict.allowed ? null : verdict.code,
      mayEdit: mayEdit({ actor: caller, job, seen: null, now, live: { person, policies: live.policies } }).allowed,
    };
  }

  /** Read from the text that would run, so that it can't say more than the text does. A help to the eye: without it the packet still stands. */
  private async says({ tenantId, packId, packVersion, gateReport, review }: Job, binding: NameBinding | undefined, locale: Locale): Promise<string | null> {
    if (gateReport?.verdict !== 'accept') return null;
    const pack = await this.ports.packs.load(tenantId, packId, packVersion);
    if (!pack) return null;
    const names = realNames(pack, binding);
    const facts = await this.reader.facts(gateReport.sql, names.schema, gateReport.dialect).catch(() => undefined);
    if (!facts) return null;
    // One row more is asked for than is kept.
    const limit = facts.limit === null ? null : Math.min(facts.limit, review?.bundle.caps.maxRows ?? Infinity);
    return sayQuery({ ...facts, limit }, locale, (name) => names.labelOf(name, locale));
  }
}

function factsOf({ gateReport }: Job): { tables: string[]; columns: string[]; outputColumns: string[]; passed: number } {
  if (gateReport?.verdict !== 'accept') return { tables: [], columns: [], outputColumns: [], passed: 0 };
  const { tables, columns, outputColumns, checks } = gateReport;
  return { tables, columns, outputColumns, passed: checks.filter(({ status }) => status === 'pass').length };
}

/** Checks that passed with a note, findings of the gate, and what raised the risk. */
function attentionOf({ gateReport, review, estimate }: Job): Finding[] {
  const notes: Finding[] = gateReport?.verdict === 'accept'
    ? [
        ...gateReport.checks.filter(({ status }) => status === 'note').map(({ rule, note }) => ({ rule, severity: 'info' as const, message: note ?? rule })),
        ...gateReport.findings,
      ]
    : [];
  const risks: Finding[] = (review?.risk.reasons ?? []).map(({ code, params }) => ({ rule: `risk-${code}`, severity: 'warning', message: code, params }));
  const scans: Finding[] = (estimate?.fullScans ?? []).map((table) => ({ rule: 'full-scan', severity: 'info', message: table, params: { table } }));
  return [...risks, ...notes, ...scans];
}

function personalOf(reasons: { code: string; params?: Record<string, string> | undefined }[]): string[] {
  const personal = reasons.find(({ code }) => code === 'personal-columns')?.params?.['columns'];
  return personal ? personal.split(', ') : [];
}
