import { Fault, type Cell } from '@countersign/contracts';
import parser from 'hdb/lib/protocol/Parser.js';
import type { HdbLob, HdbResultSet } from './hdb-surface-types.js';
import { readLarge } from './large-object.js';
import { typeOf } from './type-codes.js';

/** The rows of one result, a packet at a time: nothing is asked for before it is wanted. */
export class HanaRows {
  readonly columns: { name: string; type: string }[];
  bytes = 0;
  isFull = false;
  private readonly types: NonNullable<ReturnType<typeof typeOf>>[];
  private readonly parse: (bytes: Buffer) => unknown[][];
  /** Rows of a packet that were more than asked for. */
  private left: unknown[][] = [];

  constructor(private readonly source: HdbResultSet, private readonly track: <T>(work: Promise<T>) => Promise<T>) {
    this.types = source.metadata.map((column) => {
      const type = typeOf(column);
      if (!type) throw new Fault('query-failed', false, { params: { kind: 'unsupported-type', column: column.columnDisplayName, type: String(column.dataType) } });
      return type;
    });
    this.columns = source.metadata.map((column, i) => ({ name: column.columnDisplayName, type: this.types[i]!.name }));
    const reader = parser.create(source.metadata, source, { useCesu8: true, vectorOutputType: 'Array' });
    this.parse = (bytes) => reader.parse(bytes, { nameProperty: false });
    // Between packets nobody listens, and an 'error' without a listener would end the process.
    source.on('error', () => undefined);
  }

  /** At most `count` rows; the row that would pass `maxBytes` is dropped and sets `isFull`. */
  async batch(count: number, maxBytes: number): Promise<Cell[][]> {
    const rows: Cell[][] = [];
    while (rows.length < count && !this.isFull) {
      if (this.left.length === 0) this.left = (await this.track(this.packet(count - rows.length))) ?? [];
      if (this.left.length === 0) break;
      for (const raw of this.left.splice(0, count - rows.length)) {
        const row = await this.cells(raw, maxBytes - this.bytes);
        if (!row) {
          this.isFull = true;
          break;
        }
        this.bytes += row.size;
        rows.push(row.cells);
      }
    }
    return rows;
  }

  private async cells(raw: unknown[], room: number): Promise<{ cells: Cell[]; size: number } | undefined> {
    const cells: Cell[] = [];
    let size = 0;
    for (const [i, value] of raw.entries()) {
      const { large, text } = this.types[i]!;
      const cell = large === undefined || value === null ? text(value) : await this.track(readLarge(value as HdbLob, large, room - size));
      if (cell === undefined) return undefined;
      size += cell === null ? 0 : Buffer.byteLength(cell);
      if (size > room) return undefined;
      cells.push(cell);
    }
    return { cells, size };
  }

  /** The next packet's rows; undefined at the end. */
  private packet(count: number): Promise<unknown[][] | undefined> {
    const { source } = this;
    if (source.finished) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        source.off('data', data);
        source.off('end', end);
        source.off('error', failed);
        act();
      };
      const data = (bytes: Buffer) => settle(() => {
        source.pause();
        resolve(this.parse(bytes));
      });
      const end = () => settle(() => resolve(undefined));
      const failed = (error: Error) => settle(() => reject(error));
      source.on('data', data);
      source.on('end', end);
      source.on('error', failed);
      source.setFetchSize(count);
      source.resume();
    });
  }
}
