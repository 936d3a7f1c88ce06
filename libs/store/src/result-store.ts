import { Fault, type Cell, type ResultColumn } from '@countersign/contracts';
import type { ResultStore, ResultWriter } from '@countersign/pipeline';
import type { Database } from './database.js';
import { jsonText } from './json-text.js';

/** A chunk is sent when it has this many rows or about this many characters: memory stays flat. */
const CHUNK_ROWS = 500;
const CHUNK_CHARS = 256 * 1024;

/** Small results read last. What is grounded is read again at once to be checked, and a result never changes. */
const KEPT = 8;

/** Chunks of a result that is read from end to end, in one round trip: a megabyte of text at most. */
const CHUNKS_AT_ONCE = 4;

type Chunk = { first_row: number; rows: Cell[][] };

/** Rows of results as json arrays, a chunk a row. A result of one chunk costs one round trip. */
export function resultStore(db: Database): ResultStore {
  const kept = new Map<string, Chunk[]>();
  return {
    open: async (tenantId, jobId, resultId, columns) => new ChunkWriter(db, { tenantId, jobId, resultId, columns }),

    async read(tenantId, resultId, offset, limit) {
      const end = offset + limit;
      const key = [tenantId, resultId, offset, limit].join(' ');
      const chunks = kept.get(key) ?? (await db.rows<Chunk>('app', 'result_read', 'select * from result_chunks_of($1, $2, $3, $4)', [tenantId, resultId, offset, end]));
      kept.delete(key);
      if (chunks.length === 1) kept.set(key, chunks);
      for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest);
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

  constructor(private readonly db: Database, private readonly of: { tenantId: string; jobId: string; resultId: string; columns: ResultColumn[] }) {}

  async write(rows: Cell[][]): Promise<void> {
    for (const row of rows) {
      this.waiting.push(row);
      for (const cell of row) this.waitingChars += (cell?.length ?? 0) + 4;
      if (this.waiting.length >= CHUNK_ROWS || this.waitingChars >= CHUNK_CHARS) await this.flush();
    }
  }

  async close(): Promise<void> {
    if (this.waiting.length > 0 || this.written === 0) await this.flush();
  }

  async discard(): Promise<void> {
    this.waiting = [];
    if (this.written > 0) await this.db.rows('app', 'result_discard', 'select result_discard($1, $2)', [this.of.tenantId, this.of.resultId]);
  }

  private async flush(): Promise<void> {
    const { tenantId, jobId, resultId, columns } = this.of;
    const rows = this.waiting;
    this.waiting = [];
    this.waitingChars = 0;
    // JSON, not jsonText: cells are kept exactly, whatever characters they hold.
    await this.db.rows('app', 'result_append', 'select result_append($1, $2, $3, $4::jsonb, $5, $6, $7::json)', [tenantId, jobId, resultId, jsonText(columns), this.written, rows.length, JSON.stringify(rows)]);
    this.written += rows.length;
  }
}
