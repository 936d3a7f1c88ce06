import type { Cell } from '@countersign/contracts';
import type { Connection, FieldDef } from 'pg';
import Cursor from 'pg-cursor';

const BOOL_OID = 16;
/** A read chunk of the socket: what may arrive behind the last whole row without meaning anything. */
const CHUNK = 65_536;

interface DataRow { length: number; fields: Cell[] }
interface CursorInternals {
  connection: Connection | null;
  _rows: Cell[][];
  _getRows(count: number, then: (error: Error | null, rows: Cell[][]) => void): void;
  _closePortal(): void;
  submit(connection: Connection): void;
  handleRowDescription(message: { fields: FieldDef[] }): void;
}

const internals = Cursor.prototype as unknown as CursorInternals;

/** Protocol messages that belong together travel in one packet: each one alone would wake the server. */
function together(wire: Connection | null, send: () => void): void {
  wire?.stream.cork();
  try {
    send();
  } finally {
    wire?.stream.uncork();
  }
}

/**
 * pg-cursor with exact cells and a byte meter. One statement by protocol (parse, bind, execute): a stacked second one
 * is a syntax error. Cells stay the server's own text, but for booleans, which become the words that a cast to text
 * gives. The row that passes `maxBytes` is dropped, and nothing after it is waited for.
 */
export class MeteredCursor extends Cursor<Cell[]> {
  columns: FieldDef[] | undefined;
  /** UTF-8 bytes of the cells kept. */
  bytes = 0;
  /** The byte cap is reached, perhaps in the middle of a batch or even of one cell. */
  isFull = false;
  private deliver: ((rows: Cell[][]) => void) | undefined;
  private booleans: number[] = [];
  private unparsed = 0;

  constructor(text: string, private readonly maxBytes: number) {
    super(text, [], { rowMode: 'array' });
  }

  /**
   * The next rows, at most `count`; fewer when the statement is at its end or the byte cap was reached. Nothing that
   * outlives a batch may lead to it, or the garbage collector carries the whole result along: hence one promise a
   * batch, of which only the resolver is kept, and neither a race with a lasting promise nor a closure over both.
   */
  batch(count: number): Promise<Cell[][]> {
    if (this.isFull) return Promise.resolve([]);
    const read = this.read(count);
    return new Promise((resolve, reject) => {
      this.deliver = resolve;
      read.then((rows) => {
        this.deliver = undefined;
        resolve(rows);
      }, reject);
    });
  }

  private get arriving(): Cell[][] {
    return (this as unknown as CursorInternals)._rows;
  }

  private fill(): void {
    this.isFull = true;
    this.deliver?.(this.arriving);
  }

  override submit = (connection: Connection): void => together(connection, () => internals.submit.call(this, connection));

  _getRows(count: number, then: (error: Error | null, rows: Cell[][]) => void): void {
    together(this.wire, () => internals._getRows.call(this, count, then));
  }

  _closePortal(): void {
    together(this.wire, () => internals._closePortal.call(this));
  }

  private get wire(): Connection | null {
    return (this as unknown as CursorInternals).connection;
  }

  handleRowDescription(message: { fields: FieldDef[] }): void {
    this.columns = message.fields;
    this.booleans = message.fields.flatMap((field, index) => (field.dataTypeID === BOOL_OID ? [index] : []));
    internals.handleRowDescription.call(this, message);
  }

  handleDataRow(message: DataRow): void {
    if (this.isFull) return;
    this.unparsed = 0;
    // A DataRow is its length (4), the number of cells (2), and the length of each cell (4) before its bytes.
    const size = message.length - 6 - 4 * message.fields.length;
    if (this.bytes + size > this.maxBytes) return this.fill();
    this.bytes += size;
    const row = message.fields;
    for (const index of this.booleans) row[index] = row[index] === 't' ? 'true' : row[index] === 'f' ? 'false' : row[index]!;
    this.arriving.push(row);
  }

  /** Told of every chunk after its whole rows were handled: a single row larger than the cap is not waited for. */
  sawChunk(length: number): void {
    this.unparsed += length;
    if (!this.isFull && this.unparsed > this.maxBytes + CHUNK * 2) this.fill();
  }
}
