import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { routes } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Problem } from '../http/problem.js';
import { Called, Serve, ServeStream, type CallOf, type ReplyOf } from '../http/serve.js';
import { JobAccess } from '../jobs/job-access.js';
import { LOG, STORE, type Services } from '../services.js';
import { ExportSlots } from './export-slots.js';
import { attachment } from './file-name.js';
import { ResultExports } from './result-exports.js';
import { assertHolds, MEDIA } from './result-file.js';

/** A reader that takes nothing for so long is gone. A slow one may take as long as it likes. */
const STALLED_MS = 60_000;

@Controller()
export class ExportsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(LOG) private readonly log: Services['log'],
    private readonly access: JobAccess,
    private readonly exports: ResultExports,
    private readonly slots: ExportSlots,
  ) {}

  @Serve(routes.listExports)
  async list(@Called() { actor, params }: CallOf<typeof routes.listExports>): Promise<ReplyOf<typeof routes.listExports>> {
    const job = await this.access.load(actor, params.id, 'job.read');
    return { items: await this.store.exports.list(job.tenantId, job.id) };
  }

  @ServeStream(routes.exportResult)
  async file(@Called() { actor, params, query }: CallOf<typeof routes.exportResult>, @Res() response: Response): Promise<void> {
    const { format } = query;
    const job = await this.access.loadForExport(actor, params.id, format);
    if (!job.result) throw new Problem('not-found');
    assertHolds(format, job.result);
    const release = this.slots.take(actor.tenantId, actor.personId);
    if (!release) throw new Problem('export-busy');
    try {
      const outgoing = await this.exports.begin(actor, job, job.result, { format, bom: query.bom === 'true' });
      response.status(200).set({
        'content-type': MEDIA[format], 'content-disposition': attachment(outgoing.fileName), 'cache-control': 'no-store', 'x-content-type-options': 'nosniff',
        'x-countersign-export': outgoing.id, 'x-countersign-rows': String(job.result.rowCount), 'x-countersign-truncated': job.result.truncated,
      });
      response.setTimeout(STALLED_MS, () => response.destroy());
      // What fails from here on can't be said in a status: the connection is cut, and no reader takes half a file for a whole one.
      await pipeline(Readable.from(releasing(outgoing.bytes, release), { objectMode: false }), response).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') this.log.error({ err: error, jobId: job.id, exportId: outgoing.id }, 'an export broke off');
        await outgoing.breakOff();
      });
    } finally {
      release();
    }
  }
}

/** Who has read the last byte may ask for the next file: the slot is given back before the answer ends. */
async function* releasing(bytes: AsyncIterable<Uint8Array>, release: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    release();
  }
}
