import { Fault, type Caps, type Cell } from '@countersign/contracts';
import type { RunOutcome, RunSink } from '@countersign/pipeline';
import { explain, holdToCaps } from './explain.js';
import { MeteredCursor } from './metered-cursor.js';
import { answered, type Session } from './session.js';
import type { TypeNames } from './type-names.js';

/** Bytes that one batch aims at: large enough for few round trips, small enough for flat memory. */
const BATCH_BYTES = 256 * 1024;
const FIRST_BATCH = 64;
const MOST_ROWS = 4_000;

type Batch = { rows: Cell[][]; full: boolean };

/** Streams the statement's rows into the sink under the caps. The next batch is on its way while the sink stores this one. */
export async function run(session: Session, request: { sql: string; caps: Caps }, types: TypeNames, sink: RunSink): Promise<RunOutcome> {
  const { caps } = request;
  const explained = performance.now();
  holdToCaps(await explain(session, request.sql), caps);
  const started = performance.now();
  const cursor = new MeteredCursor(request.sql, caps.maxBytes);
  const meter = (chunk: Buffer) => cursor.sawChunk(chunk.length);
  session.client.wire.stream.on('data', meter);
  try {
    let asked = Math.min(FIRST_BATCH, caps.maxRows + 1);
    // Submitted inside `answered`, which first looks whether it was stopped: after a cancel not even a parse is sent.
    let batch: Batch = { rows: await answered(session, () => session.client.query(cursor).batch(asked)), full: cursor.isFull };
    const arrived = performance.now();
    if (!cursor.columns) throw new Fault('query-failed', false, { params: { kind: 'no-result-set' } });
    await sink.columns(cursor.columns.map((field) => ({ name: field.name, type: types.nameOf(field.dataTypeID) })));
    let rowCount = 0;
    for (;;) {
      const rest = caps.maxRows - rowCount;
      const ends = batch.full || batch.rows.length < asked || batch.rows.length > rest;
      const rows = batch.rows.length > rest ? batch.rows.slice(0, rest) : batch.rows;
      rowCount += rows.length;
      if (ends) {
        const truncated = batch.rows.length > rest ? 'rows' : batch.full ? 'bytes' : 'no';
        session.abandoned = truncated !== 'no';
        session.busy = batch.full;
        if (truncated === 'bytes' && rowCount === 0) throw new Fault('byte-cap', false, { params: { limit: String(caps.maxBytes) } });
        if (rows.length > 0) await sink.rows(rows);
        const byteCount = truncated === 'rows' ? cursor.bytes - bytesOf(batch.rows.slice(rest)) : cursor.bytes;
        return { rowCount, byteCount, truncated, ...timings(explained, started, arrived) };
      }
      asked = Math.min(rowsPerBatch(cursor.bytes, rowCount), caps.maxRows - rowCount + 1);
      const following = next(session, cursor, asked);
      // Its failure is met at the await below; until then it must not count as unhandled.
      following.catch(() => undefined);
      if (rows.length > 0) await sink.rows(rows);
      batch = await following;
    }
  } finally {
    session.client.wire.stream.off('data', meter);
  }
}

async function next(session: Session, cursor: MeteredCursor, count: number): Promise<Batch> {
  const rows = await answered(session, () => cursor.batch(count));
  return { rows, full: cursor.isFull };
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
