import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** A column as the driver's parser holds it. */
export interface WireColumn {
  colName: string;
  type: { name: string };
  dataLength?: number | undefined;
  precision?: number | undefined;
  scale?: number | undefined;
  udtInfo?: { typeName: string } | undefined;
}

export interface Read { value: unknown; offset: number }
type ReadValue = (buffer: Buffer, offset: number, column: WireColumn, options: object) => Read;

interface RowParser { colMetadata: WireColumn[]; buffer: Buffer; position: number; options: object }

/** The parts of a connection that the driver's types leave out. */
export interface ConnectionInternals {
  state: { name: string };
  socket?: Socket;
  messageIo: { tlsNegotiationComplete: boolean };
  sendLogin7Packet(): void;
  createTokenStreamParser(message: unknown, handler: unknown): NodeJS.EventEmitter & { parser: NodeJS.EventEmitter };
}

// The driver is pinned to one version for what follows; `provenExact` looks at each start whether it still holds.
const load = createRequire(__filename);
export const valueParser = load('tedious/lib/value-parser') as { readValue: ReadValue };
export const { NotEnoughDataError } = load('tedious/lib/token/helpers') as { NotEnoughDataError: new (upTo: number) => Error };
export const parseRow = load('tedious/lib/token/row-token-parser') as (parser: RowParser) => Promise<{ columns: { value: unknown }[] }>;
export const typesById = (load('tedious/lib/data-type') as { TYPE: Record<number, { name: string } | undefined> }).TYPE;
