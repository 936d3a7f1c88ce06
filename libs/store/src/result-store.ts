import { Fault, type Cell, type ResultColumn } from '@countersign/contracts';
import type { ResultStore, ResultWriter } from '@countersign/pipeline';
import type { Database } from './database.js';
import { jsonText } from './json-text.js';

/** A chunk is sent when it has this many rows or about this many characters: memory stays flat. */
const CHUNK_ROWS = 1_000;
const CHUNK_CHARS = 256 * 1024;

/** Of one result, beside the one that is put together. Each takes a connection while it is stored. */
const CHUNKS_UNDER_WAY = 1;

/** Small results written or read last. A result is grounded right after it was written, and checked after that; it never changes. */
const KEPT = 8;

/** Chunks of a result that is read from end to end, in one round trip: a megabyte of text at most. */
const CHUNKS_AT_ONCE = 4;

type Chunk = { first_row: number; rows: Cell[][] };

/** Rows of results as json arrays, a chunk a row. A result of one chunk costs one round trip. */
export function resultStore(db: Database): ResultStore {
  const kept = new Map<string, Chunk[]>();
  const keep = (key: string, chunks: Chunk[]): void => {
    kept.delete(key);
    if (chunks.length === 1) kept.set(key, chunks);
    for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest);
  };
  return {
    open: async (tenantId, jobId, resultId, columns) => new ChunkWriter(db, { tenantId, jobId, resultId, columns }, (rows) => keep(`${tenantId} ${resultId}`, [{ first_row: 0, rows }])),

    async read(tenantId, resultId, offset, limit) {
      const end = offset + limit;
      const [whole, key] = [`${tenantId} ${resultId}`, [tenantId, resultId, offset, limit].join(' ')];
      const found = kept.has(whole) ? whole : key;
      const chunks = kept.get(found) ?? (await db.rows<Chunk>('app', 'result_read', 'select * from result_chunks_of($1, $2, $3, $4)', [tenantId, resultId, offset, end]));
      keep(found, chunks);
      return chunks.flatMap((chunk) => chunk.rows.slice(Math.max(0, offset - chunk.first_row), end - chunk.first_row));
    },

    async *stream(tenantId, resultId) {
      for (let next = 0; ; ) {
        const chunks = await db.rows<Chunk>('app', 'result_next', 'select * from result_chunks_from($1, $2, $3, $4)', [tenantId, resultId, next, CHUNKS_AT_ONCE]);
        for (const { first_row: first, rows } of chunks) {
          // A gap would be a file that lacks rows and says nothing.
          if (first !== next) throw new Fault('internal', false, { params: { detail: `result ${resultId} has no row ${next}` } });
          if (rows.length > 0) yield rows;
          next += rows.length;
        }
        if (chunks.length < CHUNKS_AT_ONCE) return;
      }
    },
  };
}

class ChunkWriter implements ResultWriter {
  private waiting: Cell[][] = [];
  private waitingChars = 0;
  private written = 0;
  /** Chunks on their way: the database packs one while the next is put together. */
  private readonly sending = new Set<Promise<void>>();
  private failed: { error: unknown } | undefined;

  constructor(private readonly db: Database, private readonly of: { tenantId: string; jobId: string; resultId: string; columns: ResultColumn[] }, private readonly keepWhole: (rows: Cell[][]) => void) {}

  /** @throws what kept this chunk, or one before it, from being stored */
  async write(rows: Cell[][]): Promise<void> {
    for (const row of rows) {
      this.waiting.push(row);
      for (const cell of row) this.waitingChars += (cell?.length ?? 0) + 4;
      if (this.waiting.length >= CHUNK_ROWS || this.waitingChars >= CHUNK_CHARS) await this.flush();
    }
  }

  async close(): Promise<void> {
    const whole = this.written === 0 ? this.waiting : undefined;
    if (this.waiting.length > 0 || whole) await this.flush();
    await this.settled(0);
    if (whole) this.keepWhole(whole);
  }

  async discard(): Promise<void> {
    this.waiting = [];
    // What arrives after the deletion would stay for ever.
    await Promise.all(this.sending);
    if (this.written > 0) await this.db.rows('app', 'result_discard', 'select result_discard($1, $2)', [this.of.tenantId, this.of.resultId]);
  }

  private async flush(): Promise<void> {
    const rows = this.waiting;
    this.waiting = [];
    this.waitingChars = 0;
    const sent = this.send(rows, this.written).catch((error: unknown) => { this.failed ??= { error }; }).finally(() => this.sending.delete(sent));
    this.sending.add(sent);
    this.written += rows.length;
    await this.settled(CHUNKS_UNDER_WAY);
  }

  /** Waits until no more than `most` chunks are under way. */
  private async settled(most: number): Promise<void> {
    while (this.sending.size > most) await Promise.race(this.sending);
    if (this.failed) throw this.failed.error;
  }

  private async send(rows: Cell[][], first: number): Promise<void> {
    const { tenantId, jobId, resultId, columns } = this.of;
    // JSON, not jsonText: cells are kept exactly, whatever characters they hold.
    await this.db.rows('app', 'result_append', 'select result_append($1, $2, $3, $4::jsonb, $5, $6, $7::json)', [tenantId, jobId, resultId, jsonText(columns), first, rows.length, JSON.stringify(rows)]);
  }
}
