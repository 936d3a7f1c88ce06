import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { routes } from '@countersign/contracts';
import { exportLines, type Signer } from '@countersign/audit';
import type { Store } from '@countersign/store';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Called, Serve, ServeStream, type CallOf, type ReplyOf } from '../http/serve.js';
import { AUDIT_SIGNER, PORTS, STORE, type Services } from '../services.js';
import { AuditEntries } from './entries.js';
import { ChainVerifier } from './chain-verifier.js';

const MEDIA = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

@Controller()
export class AuditController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    @Inject(AUDIT_SIGNER) private readonly signer: Signer,
    private readonly verifier: ChainVerifier,
    private readonly entries: AuditEntries,
  ) {}

  @Serve(routes.listAudit)
  async list(@Called() { actor, query }: CallOf<typeof routes.listAudit>): Promise<ReplyOf<typeof routes.listAudit>> {
    const { cursor, limit, ...filter } = query;
    const [page, verified] = await Promise.all([
      this.store.audit.list(actor.tenantId, filter, { limit, ...(cursor === undefined ? {} : { cursor }) }),
      this.verifier.state(actor.tenantId),
    ]);
    return { ...page, verified };
  }

  @Serve(routes.auditKey)
  async key(): Promise<ReplyOf<typeof routes.auditKey>> {
    const { algorithm, keyId, publicKey } = this.signer;
    return { algorithm, keyId, publicKey };
  }

  @ServeStream(routes.exportAudit)
  async export(@Called() { actor, query }: CallOf<typeof routes.exportAudit>, @Res() response: Response): Promise<void> {
    const { format, ...filter } = query;
    const exportedAt = this.ports.clock.now();
    // On record before the first byte leaves; so the file holds its own export too.
    await this.store.audit.append(actor.tenantId, [this.entries.by(actor, { action: 'audit.exported', subject: { kind: 'audit', id: actor.tenantId }, details: { format, filter, signedBy: this.signer.keyId } })]);
    const head = await this.store.audit.head(actor.tenantId);
    const lines = exportLines(this.store.audit.stream(actor.tenantId, {}), { tenantId: actor.tenantId, filter, format, exportedAt, head, signer: this.signer });
    response.status(200).set({
      'content-type': MEDIA[format],
      'content-disposition': `attachment; filename="countersign-audit-${exportedAt.slice(0, 10)}.${format}"`,
      'cache-control': 'no-store',
    });
    await pipeline(Readable.from(lines), response).catch((error: NodeJS.ErrnoException) => {
      // The reader went away: nothing is wrong here.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }
}
