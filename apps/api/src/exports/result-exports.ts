import { createHash } from 'node:crypto';
import { Fault, type Cell, type ExportFormat, type ExportManifest, type Job, type ResultSummary } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import type { Told } from '@countersign/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import type { Caller } from '../auth/actor.js';
import { PORTS, STORE, type Services } from '../services.js';
import { fileNameOf } from './file-name.js';
import { resultFile } from './result-file.js';

/** One file on its way out. */
export interface Outgoing {
  id: string;
  fileName: string;
  /** Ends only when the manifest and its audit record are kept: there is no whole file without them. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Records that it did not get there; of no effect when it did. */
  breakOff(): Promise<void>;
}

/** Writes results as files, and down that it did. */
@Injectable()
export class ResultExports {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
  ) {}

  /** On record before the first byte. */
  async begin(caller: Caller, job: Job, result: ResultSummary, { format, bom }: { format: ExportFormat; bom: boolean }): Promise<Outgoing> {
    const id = this.ports.ids.next();
    const startedAt = this.ports.clock.now();
    const by = { id: caller.personId, name: caller.name };
    const fileName = fileNameOf(job, result, format);
    const details = { exportId: id, format, fileName, rows: result.rowCount, truncated: result.truncated, digest: job.review?.digest ?? null, resultHash: result.hash };
    await this.store.exports.begin(job.tenantId, { id, jobId: job.id, format, by, startedAt }, this.entry(caller, job, 'result.exported', details));
    const file = resultFile({ job, result, format, bom, by: by.name, at: startedAt, rows: () => this.rows(job.tenantId, result) });
    const finish = async (sha256: string, bytes: number): Promise<void> => {
      const manifest = manifestOf({ job, result, told: file.told }, { exportId: id, format, fileName, sha256, bytes, by, exportedAt: startedAt });
      const ended = await this.store.exports.end(job.tenantId, id, { state: 'finished', manifest }, this.entry(caller, job, 'result.export-ended', { exportId: id, outcome: 'finished', sha256, bytes }));
      // Given up meanwhile: a file that is on record as broken off must not arrive whole.
      if (!ended) throw new Fault('internal', false, { params: { detail: `export ${id} had ended` } });
    };
    return {
      id, fileName, bytes: counted(file.bytes, finish),
      breakOff: async () => void (await this.store.exports.end(job.tenantId, id, { state: 'broken-off', manifest: null }, this.entry(caller, job, 'result.export-ended', { exportId: id, outcome: 'broken-off' }))),
    };
  }

  /** The stored rows, all of them or a fault. */
  private async *rows(tenantId: string, { id, rowCount }: ResultSummary): AsyncGenerator<readonly (readonly Cell[])[]> {
    let read = 0;
    for await (const batch of this.store.results.stream(tenantId, id)) {
      read += batch.length;
      yield batch;
    }
    if (read !== rowCount) throw new Fault('internal', false, { params: { detail: `result ${id} has ${read} of ${rowCount} rows` } });
  }

  private entry(caller: Caller, job: Job, action: 'result.exported' | 'result.export-ended', details: Record<string, unknown>) {
    return this.entries.by(caller, { action, subject: { kind: 'job', id: job.id }, dataSourceId: job.dataSourceId, state: job.state, details });
  }
}

async function* counted(file: AsyncIterable<Uint8Array>, finish: (sha256: string, bytes: number) => Promise<void>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of file) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    yield chunk;
  }
  await finish(hash.digest('hex'), bytes);
}

type Known = Pick<ExportManifest, 'exportId' | 'format' | 'fileName' | 'sha256' | 'bytes' | 'by' | 'exportedAt'>;

function manifestOf({ job, result, told }: { job: Job; result: ResultSummary; told: Told }, known: Known): ExportManifest {
  return {
    kind: 'countersign-export', version: 1, jobId: job.id, question: job.question, rows: result.rowCount, truncated: result.truncated,
    columns: result.columns.map(({ name, type }, at) => ({ name, type, written: told.types[at] ?? 'text' })),
    masked: job.gateReport?.verdict === 'accept' ? (job.gateReport.masked ?? []) : [],
    digest: job.review?.digest ?? '', resultHash: result.hash, neutralizedCells: told.neutralized, cutCells: told.cut, ...known,
  };
}
