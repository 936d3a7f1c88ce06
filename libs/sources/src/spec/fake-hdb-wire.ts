import { createRequire } from 'node:module';
import type { Cell } from '@countersign/contracts';
import type { FakeColumn } from './fake-database.js';

const convert = createRequire(__filename)('hdb/lib/util/convert.js') as { encode(text: string, useCesu8: true): Buffer };
/** CESU-8; plain ASCII is the same in every encoding, and most of what a test sends. */
const encode = (text: string): Buffer => (/^[\0-\x7f]*$/.test(text) ? Buffer.from(text, 'latin1') : convert.encode(text, true));

/** Numbers of the protocol, from SAP's published SQL Command Network Protocol. */
export const PART = { COMMAND: 3, RESULT_SET: 5, ERROR: 6, STATEMENT_ID: 10, RESULT_SET_ID: 13, READ_LOB_REQUEST: 17, READ_LOB_REPLY: 18, AUTHENTICATION: 33, CONNECT_OPTIONS: 42, FETCH_SIZE: 45, PARAMETER_METADATA: 47, RESULT_SET_METADATA: 48 } as const;
export const MESSAGE = { EXECUTE_DIRECT: 2, PREPARE: 3, EXECUTE: 13, READ_LOB: 16, AUTHENTICATE: 65, CONNECT: 66, COMMIT: 67, ROLLBACK: 68, CLOSE_RESULT_SET: 69, DROP_STATEMENT_ID: 70, FETCH_NEXT: 71, DISCONNECT: 77 } as const;
export const FUNCTION = { NIL: 0, DDL: 1, INSERT: 2, SELECT: 5, SELECT_FOR_UPDATE: 6, CALL: 8, CONNECT: 14 } as const;
const REPLY = 2;
const ERROR = 5;
export const LAST_PACKET = 1;

export interface Part { kind: number; attributes: number; count: number; bytes: Buffer }
export interface Request { type: number; parts: Part[] }

const aligned = (length: number) => Math.ceil(length / 8) * 8;

/** Whole packets out of what arrives: a header of 32 bytes, a segment's of 24, a part's of 16. */
export class PacketReader {
  private rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Request[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const found: Request[] = [];
    while (this.rest.length >= 32 && this.rest.length >= 32 + this.rest.readUInt32LE(12)) {
      const length = 32 + this.rest.readUInt32LE(12);
      found.push(requestOf(this.rest.subarray(32, length)));
      this.rest = this.rest.subarray(length);
    }
    return found;
  }
}

function requestOf(segment: Buffer): Request {
  const parts: Part[] = [];
  let at = 24;
  for (let i = 0; i < segment.readInt16LE(8); i += 1) {
    const length = segment.readInt32LE(at + 8);
    parts.push({ kind: segment[at]!, attributes: segment[at + 1]!, count: segment.readInt16LE(at + 2), bytes: segment.subarray(at + 16, at + 16 + length) });
    at += 16 + aligned(length);
  }
  return { type: segment[13]!, parts };
}

/** One packet with one segment. */
export function packet(sessionId: number, number: number, functionCode: number, parts: Part[], kind = REPLY): Buffer {
  const body = Buffer.concat(parts.map((part) => {
    const header = Buffer.alloc(16);
    header[0] = part.kind;
    header[1] = part.attributes;
    // A count beyond 16 bits goes into the field behind.
    header.writeInt16LE(part.count > 32_767 ? -1 : part.count, 2);
    header.writeInt32LE(part.count, 4);
    header.writeInt32LE(part.bytes.length, 8);
    return Buffer.concat([header, part.bytes, Buffer.alloc(aligned(part.bytes.length) - part.bytes.length)]);
  }));
  const head = Buffer.alloc(56);
  head.writeBigInt64LE(BigInt(sessionId), 0);
  head.writeInt32LE(number, 8);
  head.writeUInt32LE(24 + body.length, 12);
  head.writeUInt32LE(131_072, 16);
  head.writeInt16LE(1, 20);
  head.writeInt32LE(24 + body.length, 32);
  head.writeInt16LE(parts.length, 40);
  head.writeInt16LE(1, 42);
  head[44] = kind;
  head.writeInt16LE(functionCode, 46);
  return Buffer.concat([head, body]);
}

export const part = (kind: number, bytes: Buffer, count = 1, attributes = 0): Part => ({ kind, bytes, count, attributes });

export function errorPacket(sessionId: number, number: number, code: number, position: number): Buffer {
  const message = Buffer.from('refused');
  const bytes = Buffer.alloc(18);
  bytes.writeInt32LE(code, 0);
  bytes.writeInt32LE(position, 4);
  bytes.writeInt32LE(message.length, 8);
  bytes[12] = 1;
  bytes.write('HY000', 13);
  return packet(sessionId, number, FUNCTION.NIL, [part(PART.ERROR, Buffer.concat([bytes, message]))], ERROR);
}

/** Sub-fields with a length byte before each, as authentication travels. */
export function fields(values: Buffer[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16LE(values.length, 0);
  return Buffer.concat([count, ...values.flatMap((value) => [Buffer.from(value.length <= 245 ? [value.length] : [246, value.length & 255, value.length >> 8]), value])]);
}

export function fieldsOf(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let at = 2;
  for (let i = 0; i < bytes.readUInt16LE(0); i += 1) {
    let length = bytes[at]!;
    at += 1;
    if (length === 246) {
      length = bytes.readUInt16LE(at);
      at += 2;
    }
    found.push(bytes.subarray(at, at + length));
    at += length;
  }
  return found;
}

/** The protocol's number for a type; the declared name may carry length and scale. */
const TYPE: Record<string, number> = {
  TINYINT: 1, SMALLINT: 2, INTEGER: 3, BIGINT: 4, DECIMAL: 5, REAL: 6, DOUBLE: 7, CHAR: 8, VARCHAR: 9, NCHAR: 10, NVARCHAR: 11, BINARY: 12, VARBINARY: 13, CLOB: 25, NCLOB: 26, BLOB: 27, BOOLEAN: 28,
  ALPHANUM: 55, SHORTTEXT: 52, TIMESTAMP: 61, SECONDDATE: 62, DATE: 63, TIME: 64, ST_GEOMETRY: 74, REAL_VECTOR: 96, FIXED16: 76, FIXED8: 81, FIXED12: 82,
};

function declared(type: string): { code: number; length: number; fraction: number } {
  const [, name = '', length = '0', fraction] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(type) ?? [];
  return { code: TYPE[name]!, length: Number(length), fraction: fraction === undefined ? (name === 'DECIMAL' ? 32_767 : 0) : Number(fraction) };
}

/** 24 bytes a column, then the names. */
export function metadata(columns: FakeColumn[]): Part {
  const names: Buffer[] = [];
  let offset = 0;
  const heads = columns.map((column) => {
    const { code, length, fraction } = declared(column.type);
    const name = Buffer.from(column.name);
    const head = Buffer.alloc(24, 0);
    head[0] = 2;
    head[1] = code;
    head.writeInt16LE(fraction, 2);
    head.writeInt16LE(length, 4);
    for (const [i, at] of [-1, -1, offset, offset].entries()) head.writeInt32LE(at, 8 + 4 * i);
    names.push(Buffer.from([name.length]), name);
    offset += 1 + name.length;
    return head;
  });
  return part(PART.RESULT_SET_METADATA, Buffer.concat([...heads, ...names]), columns.length);
}

/** Large objects begin with nothing of themselves: each piece is asked for, of text by characters (of a CLOB each is one byte), of the rest by bytes. */
export function cell(column: FakeColumn, value: Cell, keep: (pieces: (from: number, length: number) => { bytes: Buffer; last: boolean }) => number): Buffer {
  if (column.wire && value !== null) return Buffer.from(value, 'hex');
  const name = /^\w+/.exec(column.type)![0];
  if (/LOB$/.test(name)) {
    if (value === null) return Buffer.from([TYPE[name]! - 24, 1]);
    const head = Buffer.alloc(32);
    // 1 BLOB, 2 CLOB, 3 NCLOB
    head[0] = name === 'BLOB' ? 1 : name === 'CLOB' ? 2 : 3;
    head[1] = 2;
    const digits = name === 'BLOB' ? 2 : 1;
    // Characters, then bytes: the driver looks at the first for text and at the second for the rest.
    for (const at of [4, 12]) head.writeBigInt64LE(BigInt(value.length / digits), at);
    const pieces = (from: number, length: number) => {
      const text = value.slice(from * digits, (from + length) * digits);
      return { bytes: name === 'BLOB' ? Buffer.from(text, 'hex') : encode(text), last: (from + length) * digits >= value.length };
    };
    head.writeBigInt64LE(BigInt(keep(pieces)), 20);
    return head;
  }
  if (name === 'INTEGER') {
    if (value === null) return Buffer.from([0]);
    const bytes = Buffer.alloc(5);
    bytes[0] = 1;
    bytes.writeInt32LE(Number(value), 1);
    return bytes;
  }
  if (value === null) return Buffer.from([255]);
  const bytes = encode(value);
  return Buffer.concat([bytes.length <= 245 ? Buffer.from([bytes.length]) : Buffer.from([246, bytes.length & 255, bytes.length >> 8]), bytes]);
}
