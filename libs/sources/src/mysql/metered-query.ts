import type { Cell } from '@countersign/contracts';
import type { Query } from 'mysql2';
import type { RowStream } from '../driver.js';
import type { SourceConnection } from './connect.js';
import { cellReaderOf, typeNameOf, type CellKind, type ColumnDefinition } from './types.js';

/** A read chunk of the socket: what may arrive behind the last whole row without meaning anything. */
const CHUNK = 65_536;

/** What mysql2 hands over for one message of the server. */
export interface Packet {
  buffer: Buffer;
  offset: number;
  isEOF(): boolean;
  eofWarningCount(): number;
  readLengthCodedString(encoding: 'utf8'): string | null;
  readLengthCodedBuffer(): Buffer | null;
}

type State = (this: QueryInternals, packet: Packet, connection: unknown) => State | null;
type QueryInternals = Query & { row: State };

/**
 * A text-protocol query with exact cells, a byte meter and back pressure. mysql2's own row parser is replaced: it would
 * turn numbers, dates and JSON into what JavaScript can hold. The socket is paused between batches.
 */
export class MeteredQuery implements RowStream {
  columns: { name: string; type: string }[] | undefined;
  bytes = 0;
  isFull = false;
  /** Of the statement, once it is at its end. */
  warnings = 0;
  private query: Query | undefined;
  private ended = false;
  private kinds: CellKind[] = [];
  private arriving: Cell[][] = [];
  private wanted = 0;
  private unparsed = 0;
  private resolve: ((rows: Cell[][]) => void) | undefined;
  private reject: ((error: Error) => void) | undefined;
  private forget: () => void = () => undefined;
  private readonly meter = (chunk: Buffer) => this.sawChunk(chunk.length);

  constructor(private readonly connection: SourceConnection, private readonly sql: string, private readonly maxBytes: number) {}

  /** Until its end the server works on rows that nobody asked for yet. */
  get computes(): boolean {
    return this.query !== undefined && !this.ended;
  }

  batch(count: number): Promise<Cell[][]> {
    if (this.isFull || this.ended) return Promise.resolve([]);
    this.wanted = count;
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      if (this.query) this.connection.wire.resume();
      else this.submit();
    });
  }

  close(): void {
    this.forget();
    this.connection.wire.stream.off('data', this.meter);
  }

  private submit(): void {
    const { wire } = this.connection;
    this.forget = this.connection.whenGone((error) => this.fail(error));
    // Before mysql2's own listener, so that each chunk is counted before its rows are taken off again.
    wire.stream.prependListener('data', this.meter);
    const query = wire.query({ sql: this.sql }) as QueryInternals;
    this.query = query;
    const original = query.row;
    const row: State = (packet, connection) => {
      if (packet.isEOF()) {
        this.warnings = packet.eofWarningCount();
        return original.call(query, packet, connection);
      }
      this.take(packet);
      return row;
    };
    query.row = row;
    query.on('fields', (fields: unknown) => this.describe(fields as ColumnDefinition[] | undefined));
    query.on('error', (error: Error) => this.fail(error));
    query.on('end', () => this.end());
  }

  private describe(fields: ColumnDefinition[] | undefined): void {
    if (!fields) return;
    this.kinds = fields.map(cellReaderOf);
    this.columns = fields.map((field) => ({ name: field.name, type: typeNameOf(field) }));
  }

  private take(packet: Packet): void {
    this.unparsed = 0;
    if (this.isFull || this.connection.draining) return;
    const row: Cell[] = new Array<Cell>(this.kinds.length);
    let size = 0;
    for (let i = 0; i < row.length; i += 1) {
      const kind = this.kinds[i]!;
      const from = packet.offset;
      if (kind === 'text') {
        row[i] = packet.readLengthCodedString('utf8');
        size += lengthOf(packet.offset - from);
      } else {
        const cell = kind(packet.readLengthCodedBuffer());
        row[i] = cell;
        size += cell?.length ?? 0;
      }
    }
    if (this.bytes + size > this.maxBytes) return this.fill();
    this.bytes += size;
    if (this.arriving.push(row) >= this.wanted) this.deliver();
  }

  /** A single row larger than the cap is not waited for. */
  private sawChunk(length: number): void {
    this.unparsed += length;
    if (!this.isFull && this.unparsed > this.maxBytes + CHUNK * 2) this.fill();
  }

  private fill(): void {
    this.isFull = true;
    this.deliver();
  }

  private deliver(): void {
    const { resolve, arriving } = this;
    if (!this.ended) this.connection.wire.pause();
    this.arriving = [];
    this.resolve = undefined;
    this.reject = undefined;
    resolve?.(arriving);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.close();
    if (this.resolve) this.deliver();
  }

  private fail(error: Error): void {
    const { reject } = this;
    this.ended = true;
    this.close();
    this.resolve = undefined;
    this.reject = undefined;
    reject?.(error);
  }
}

/** Bytes of a cell's text, from what it takes on the wire with its length before it. */
const lengthOf = (onWire: number): number => onWire - (onWire <= 251 ? 1 : onWire <= 65_538 ? 3 : onWire <= 16_777_219 ? 4 : 9);
