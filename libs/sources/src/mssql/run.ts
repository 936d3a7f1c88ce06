import { Fault, type Cell } from '@countersign/contracts';
import type { Request } from 'tedious';
import type { RowStream } from '../driver.js';
import type { SqlServerClient, WireCell } from './connect.js';
import type { WireColumn } from './driver-internals.js';
import { cellOf } from './exact-values.js';
import { holdToOneSelect } from './one-select.js';
import { typeNameOf } from './type-names.js';

/** What may arrive behind the last whole row without meaning anything: the buffers of socket, packets and rows. */
const SLACK = 1024 * 1024;

/** The statement's rows, read no faster than they are asked for. */
export function rowsOf(client: SqlServerClient, sql: string, maxBytes: number): RowStream {
  const result = new Rows(client, sql, maxBytes);
  return {
    get columns() { return result.columns; },
    get bytes() { return result.bytes; },
    get isFull() { return result.isFull; },
    batch: (count) => result.batch(count),
    close: () => result.close(),
  };
}

class Rows {
  columns: { name: string; type: string }[] | undefined;
  bytes = 0;
  isFull = false;
  private request: Request | undefined;
  private kept: Cell[][] = [];
  private wanted = 0;
  private over: { error: unknown } | undefined;
  private deliver: (() => void) | undefined;
  private unparsed = 0;

  constructor(private readonly client: SqlServerClient, private readonly sql: string, private readonly maxBytes: number) {}

  /** One promise a batch, of which only the resolver is kept, so that nothing that outlives it holds its rows. */
  batch(count: number): Promise<Cell[][]> {
    this.wanted = count;
    return new Promise((resolve, reject) => {
      this.deliver = () => {
        this.deliver = undefined;
        // Rows in front of an error are not an answer: a short batch would read as the end.
        if (this.over?.error !== undefined) reject(this.over.error as Error);
        else resolve(this.kept.splice(0, count));
      };
      if (!this.request) this.submit();
      else if (this.enough()) this.deliver();
      else this.request.resume();
    });
  }

  close(): void {
    this.client.internals.socket?.off('data', this.meter);
  }

  private readonly meter = (chunk: Buffer): void => {
    this.unparsed += chunk.length;
    // Text travels in two bytes a character. A single row larger than the cap is not waited for.
    if (!this.isFull && this.unparsed > this.maxBytes * 2 + SLACK) this.fill();
  };

  private submit(): void {
    holdToOneSelect(this.sql);
    this.client.internals.socket?.on('data', this.meter);
    const ended = this.client.submit(this.sql, (request) => {
      this.request = request;
      request.on('columnMetadata', (columns: unknown) => this.begin(columns as WireColumn[]));
      request.on('row', (cells: unknown) => this.take(cells as WireCell[]));
    });
    ended.then(() => this.end(undefined), (error: unknown) => this.end(error));
  }

  private begin(columns: WireColumn[]): void {
    // A second result means a second statement: the rows of both would read as one table.
    if (this.columns) this.end(new Fault('query-failed', false, { params: { kind: 'not-one-select', detail: 'two results' } }));
    else this.columns = columns.map((column) => ({ name: column.colName, type: typeNameOf(column) }));
  }

  private take(cells: WireCell[]): void {
    this.unparsed = 0;
    if (this.isFull || this.over) return;
    const row = cells.map((cell) => cellOf(cell.value));
    const size = row.reduce((sum, cell) => sum + (cell === null ? 0 : Buffer.byteLength(cell)), 0);
    if (this.bytes + size > this.maxBytes) return this.fill();
    this.bytes += size;
    this.kept.push(row);
    if (!this.enough()) return;
    this.request?.pause();
    this.deliver?.();
  }

  private fill(): void {
    this.isFull = true;
    this.request?.pause();
    this.deliver?.();
  }

  private end(error: unknown): void {
    this.over ??= { error };
    this.deliver?.();
  }

  private enough(): boolean {
    return this.isFull || this.over !== undefined || this.kept.length >= this.wanted;
  }
}
