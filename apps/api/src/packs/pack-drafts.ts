import type { PackRelease } from '@countersign/contracts';
import type { Store } from '@countersign/store';
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
  idempotencyKey: string | null;
  operation: string;
  files: Record<string, string>;
  rollbackOf: number | null;
  note: string | null;
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
  async draft({ actor, idempotencyKey, operation, files, rollbackOf, note }: DraftOf): Promise<PackRelease> {
    const { tenantId } = actor;
    const alone = await this.reviewer.review({ files });
    if (alone.packId === null) throw new Problem('pack-unreadable', { detail: alone.report.findings.filter(({ severity }) => severity === 'error').slice(0, 3).map(({ message, at }) => (at ? `${at.excerpt.split(':')[0]}:${at.line}: ${message}` : message)).join('; ').slice(0, 400) });
    const { packId } = alone;
    await this.keepers.assertKeeps(actor, packId);
    return this.once.create<PackRelease>({
      actor, idempotencyKey, operation, of: { files, rollbackOf, note },
      find: async (id) => withoutText(await this.store.releases.load(tenantId, id)),
      create: async (id) => {
        const baseVersion = (await this.store.packs.currentVersion(tenantId, packId)) ?? null;
        const before = baseVersion === null ? undefined : await this.store.releases.files(tenantId, packId, baseVersion);
        const verified = (await this.store.verified.list(tenantId)).filter((query) => query.packId === packId && query.state === 'active').map(({ name, question, locale, today }) => ({ name, question, locale, today }));
        const { report } = before && baseVersion !== null ? await this.reviewer.review({ files, base: { files: before, version: baseVersion }, verified }) : alone;
        const broken = report.findings.some(({ severity }) => severity === 'error') || report.tests.failed.length > 0;
        const audit = this.entries.by(actor, { action: 'pack.drafted', subject: { kind: 'pack-release', id }, details: { pack: packId, baseVersion, rollbackOf, ...(note === null ? {} : { note }), findings: report.findings.length, failedTests: report.tests.failed.length, policyChanges: report.policyChanges } });
        return this.store.releases.add(tenantId, { id, packId, baseVersion, rollbackOf, state: broken ? 'failed' : 'draft', author: { id: actor.personId, name: actor.name }, createdAt: this.ports.clock.now(), report, note, files }, audit);
      },
    });
  }
}

function withoutText(release: (PackRelease & { files?: unknown; proofs?: unknown }) | undefined): PackRelease | undefined {
  if (!release) return undefined;
  const { files: _files, proofs: _proofs, ...rest } = release;
  return rest;
}
