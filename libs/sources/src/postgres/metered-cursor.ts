import type { Cell } from '@countersign/contracts';
import type { Connection, FieldDef, Submittable } from 'pg';
import type { SourceClient } from './connect.js';

const BOOL_OID = 16;
/** A read chunk of the socket: what may arrive behind the last whole row without meaning anything. */
const CHUNK = 65_536;

interface DataRow { length: number; fields: Cell[] }

/**
 * One statement's rows, a batch a round trip, with exact cells and a byte meter. One statement by protocol (parse, bind,
 * execute): a stacked second one is a syntax error. Its portal has no name: it lives as long as the transaction, and the
 * next statement takes its place. Cells stay the server's own text, but for booleans, which become the words that a cast
 * to text gives. The row that passes `maxBytes` is dropped, and nothing after it is waited for.
 */
export class MeteredCursor {
  columns: FieldDef[] | undefined;
  /** UTF-8 bytes of the cells kept. */
  bytes = 0;
  /** The byte cap is reached, perhaps in the middle of a batch or even of one cell. */
  isFull = false;
  private arriving: Batch | undefined;
  private booleans: number[] = [];
  private unparsed = 0;

  constructor(private readonly client: SourceClient, private readonly text: string, private readonly maxBytes: number) {}

  /**
   * The next rows, at most `count`; fewer when the statement is at its end or the byte cap was reached. Nothing that
   * outlives a batch may lead to it, or the garbage collector carries the whole result along: hence one promise a
   * batch, and the batch forgotten at its end.
   */
  batch(count: number): Promise<Cell[][]> {
    if (this.isFull) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.arriving = new Batch(this, this.columns ? undefined : this.text, count, (error) => {
        const rows = this.arriving?.rows ?? [];
        this.arriving = undefined;
        if (error) reject(error);
        else resolve(rows);
      });
      this.client.query(this.arriving);
    });
  }

  described(fields: FieldDef[]): void {
    this.columns = fields;
    this.booleans = fields.flatMap((field, index) => (field.dataTypeID === BOOL_OID ? [index] : []));
  }

  arrived(message: DataRow): void {
    if (this.isFull) return;
    this.unparsed = 0;
    // A DataRow is its length (4), the number of cells (2), and the length of each cell (4) before its bytes.
    const size = message.length - 6 - 4 * message.fields.length;
    if (this.bytes + size > this.maxBytes) return this.fill();
    this.bytes += size;
    const row = message.fields;
    for (const index of this.booleans) row[index] = row[index] === 't' ? 'true' : row[index] === 'f' ? 'false' : row[index]!;
    this.arriving?.rows.push(row);
  }

  /** Told of every chunk after its whole rows were handled: a single row larger than the cap is not waited for. */
  sawChunk(length: number): void {
    this.unparsed += length;
    if (!this.isFull && this.unparsed > this.maxBytes + CHUNK * 2) this.fill();
  }

  private fill(): void {
    this.isFull = true;
    this.arriving?.end();
  }
}

/** What one round trip asks for. With `text` it opens the portal, else it reads on in it. */
class Batch implements Submittable {
  rows: Cell[][] = [];

  constructor(private readonly of: MeteredCursor, private readonly text: string | undefined, private readonly count: number, readonly end: (error?: Error) => void) {}

  /** The messages travel in one packet: each one alone would wake the server, and an answer between them cost a round trip. */
  submit(wire: Connection): void {
    wire.stream.cork();
    try {
      if (this.text !== undefined) {
        wire.parse({ name: '', text: this.text, types: [] }, true);
        wire.bind({}, true);
        wire.describe({ type: 'P' }, true);
      }
      wire.execute({ rows: String(this.count) }, true);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.of.described(fields);
  }

  handleDataRow(row: DataRow): void {
    this.of.arrived(row);
  }

  /** Whether there is more or not: the server's word that it is ready follows, and ends the batch. */
  handlePortalSuspended(): void { /* below */ }
  handleCommandComplete(): void { /* below */ }
  handleEmptyQuery(): void { /* below */ }

  handleReadyForQuery(): void {
    this.end();
  }

  handleError(error: Error): void {
    this.end(error);
  }
}
