import { Fault, type Caps, type Cell } from '@countersign/contracts';
import type { RunOutcome, RunSink } from '@countersign/pipeline';
import type { RowStream } from './driver.js';
import { holdToCaps } from './estimate-caps.js';
import { answered, type Session } from './session.js';

/** Bytes that one batch aims at: large enough for few round trips, small enough for flat memory. */
const BATCH_BYTES = 256 * 1024;
const FIRST_BATCH = 64;
const MOST_ROWS = 4_000;

type Batch = { rows: Cell[][]; full: boolean };

/** Explains, then streams the statement's rows into the sink under the caps. The next batch is on its way while the sink stores this one. */
export async function streamRows(session: Session, request: { sql: string; caps: Caps }, sink: RunSink): Promise<RunOutcome> {
  const { caps, sql } = request;
  const explained = performance.now();
  holdToCaps(await answered(session, () => session.link.explain(sql)), caps);
  const started = performance.now();
  const stream = session.link.rows(sql, caps.maxBytes);
  try {
    let asked = Math.min(FIRST_BATCH, caps.maxRows + 1);
    let batch = await next(session, stream, asked);
    const arrived = performance.now();
    if (!stream.columns) throw new Fault('query-failed', false, { params: { kind: 'no-result-set' } });
    await sink.columns(stream.columns);
    let rowCount = 0;
    for (;;) {
      const rest = caps.maxRows - rowCount;
      const ends = batch.full || batch.rows.length < asked || batch.rows.length > rest;
      const rows = batch.rows.length > rest ? batch.rows.slice(0, rest) : batch.rows;
      rowCount += rows.length;
      if (ends) {
        const truncated = batch.rows.length > rest ? 'rows' : batch.full ? 'bytes' : 'no';
        session.abandoned = truncated !== 'no';
        if (truncated === 'bytes' && rowCount === 0) throw new Fault('byte-cap', false, { params: { limit: String(caps.maxBytes) } });
        if (rows.length > 0) await sink.rows(rows);
        const byteCount = truncated === 'rows' ? stream.bytes - bytesOf(batch.rows.slice(rest)) : stream.bytes;
        return { rowCount, byteCount, truncated, ...timings(explained, started, arrived) };
      }
      asked = Math.min(rowsPerBatch(stream.bytes, rowCount), caps.maxRows - rowCount + 1);
      const following = next(session, stream, asked);
      // Its failure is met at the await below; until then it must not count as unhandled.
      following.catch(() => undefined);
      if (rows.length > 0) await sink.rows(rows);
      batch = await following;
    }
  } finally {
    session.busy ||= stream.computes ?? stream.isFull;
    stream.close();
  }
}

/** Asked for inside `answered`, which first looks whether it was stopped: after a cancel nothing more is sent. */
async function next(session: Session, stream: RowStream, count: number): Promise<Batch> {
  const rows = await answered(session, () => stream.batch(count));
  return { rows, full: stream.isFull };
}

function rowsPerBatch(bytes: number, rows: number): number {
  const average = Math.max(16, bytes / Math.max(1, rows));
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_BYTES / average)));
}

const bytesOf = (rows: Cell[][]) => rows.reduce((sum, row) => sum + row.reduce((bytes, cell) => bytes + (cell === null ? 0 : Buffer.byteLength(cell)), 0), 0);

function timings(explained: number, started: number, arrived: number) {
  const micros = (from: number, to: number) => Math.round((to - from) * 1000);
  return { explainUs: micros(explained, started), executeUs: micros(started, arrived), fetchUs: micros(arrived, performance.now()) };
}
