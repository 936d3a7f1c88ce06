import type { AuditEntry, PackRelease, ReleaseReport } from '@countersign/contracts';
import type { NewRelease, Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import type { Caller } from '../auth/actor.js';
import { Once } from '../http/once.js';
import { Problem } from '../http/problem.js';
import { PACK_REVIEWER, PORTS, STORE, type Services } from '../services.js';
import { PackKeepers } from './pack-keepers.js';
import type { AskedOfPack } from './review-thread.js';

interface DraftOf {
  actor: Caller;
  files: Record<string, string>;
  /** Who wrote parts of it, besides the actor. */
  writers: PackRelease['writers'];
  rollbackOf: number | null;
  note: string | null;
}

interface Reviewed {
  packId: string;
  report: ReleaseReport;
}
interface Prepared {
  release: NewRelease;
  audit: AuditEntry;
}

/** Makes releases: read, tested and compared with the version in force, whatever comes of it. */
@Injectable()
export class PackDrafts {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    @Inject(PACK_REVIEWER) private readonly reviewer: Services['packReviewer'],
    private readonly entries: AuditEntries,
    private readonly keepers: PackKeepers,
    private readonly once: Once,
  ) {}

  /** What SQL a question gets from these files; nothing runs. */
  sqlFor(asked: AskedOfPack): Promise<string | null> {
    return this.reviewer.sql(asked);
  }

  /** @throws Problem 'pack-unreadable' when the files do not even say which pack they are, 'not-pack-owner' */
  async draft({ idempotencyKey, operation, ...asked }: DraftOf & { idempotencyKey: string | null; operation: string }): Promise<PackRelease> {
    const { actor, files, rollbackOf, note } = asked;
    const { tenantId } = actor;
    const read = await this.read(actor, files);
    return this.once.create<PackRelease>({
      actor, idempotencyKey, operation, of: { files, rollbackOf, note },
      find: async (id) => withoutText(await this.store.releases.load(tenantId, id)),
      create: async (id) => {
        const { release, audit } = await this.made(id, asked, read);
        return this.store.releases.add(tenantId, release, audit);
      },
    });
  }

  /** A release that is to be kept together with what it comes of. */
  async prepared(asked: DraftOf): Promise<Prepared> {
    return this.made(this.ports.ids.next(), asked, await this.read(asked.actor, asked.files));
  }

  private async read(actor: Caller, files: Record<string, string>): Promise<Reviewed> {
    const alone = await this.reviewer.review({ files });
    const { packId, report } = alone;
    if (packId === null) throw new Problem('pack-unreadable', { detail: report.findings.filter(({ severity }) => severity === 'error').slice(0, 3).map(({ message, at }) => (at ? `${at.excerpt.split(':')[0]}:${at.line}: ${message}` : message)).join('; ').slice(0, 400) });
    await this.keepers.assertKeeps(actor, packId);
    return { packId, report };
  }

  private async made(id: string, { actor, files, writers, rollbackOf, note }: DraftOf, { packId, report: alone }: Reviewed): Promise<Prepared> {
    const { tenantId } = actor;
    const baseVersion = (await this.store.packs.currentVersion(tenantId, packId)) ?? null;
    const before = baseVersion === null ? undefined : await this.store.releases.files(tenantId, packId, baseVersion);
    const verified = (await this.store.verified.list(tenantId)).filter((query) => query.packId === packId && query.state === 'active').map(({ name, question, locale, today }) => ({ name, question, locale, today }));
    const report = before && baseVersion !== null ? (await this.reviewer.review({ files, base: { files: before, version: baseVersion }, verified })).report : alone;
    const broken = report.findings.some(({ severity }) => severity === 'error') || report.tests.failed.length > 0;
    const audit = this.entries.by(actor, { action: 'pack.drafted', subject: { kind: 'pack-release', id }, details: { pack: packId, baseVersion, rollbackOf, ...(note === null ? {} : { note }), findings: report.findings.length, failedTests: report.tests.failed.length, policyChanges: report.policyChanges } });
    return { audit, release: { id, packId, baseVersion, rollbackOf, state: broken ? 'failed' : 'draft', author: { id: actor.personId, name: actor.name }, writers, createdAt: this.ports.clock.now(), report, note, files } };
  }
}

function withoutText(release: (PackRelease & { files?: unknown; proofs?: unknown }) | undefined): PackRelease | undefined {
  if (!release) return undefined;
  const { files: _files, proofs: _proofs, ...rest } = release;
  return rest;
}
