import { longBytes, longText, shortText, u16, u32, u64, u8 } from './bytes.js';
import type { ColumnType } from './column-types.js';

export interface FakeColumn { name: string; type: ColumnType<never> }

export const DONE = { final: 0x00, more: 0x01, error: 0x02, count: 0x10, attention: 0x20 } as const;

export const done = (status: number, rows = 0): Buffer => Buffer.concat([u8(0xfd), u16(status), u16(0xc1), u64(BigInt(rows))]);
export const doneInProc = (status: number, rows = 0): Buffer => Buffer.concat([u8(0xff), u16(status), u16(0xc1), u64(BigInt(rows))]);
export const doneProc = (status: number): Buffer => Buffer.concat([u8(0xfe), u16(status), u16(0xe0), u64(0n)]);
export const returnStatus = (value: number): Buffer => Buffer.concat([u8(0x79), u32(value)]);

const message = (token: number, number: number, severity: number, text: string, line: number) =>
  Buffer.concat([u8(token), longBytes(Buffer.concat([u32(number), u8(1), u8(severity), longText(text), shortText('FAKE'), shortText(''), u32(line)]))]);
export const error = (number: number, text: string, severity = 16, line = 1): Buffer => message(0xaa, number, severity, text, line);
export const info = (number: number, text: string): Buffer => message(0xab, number, 0, text, 1);

const environment = (type: number, now: Buffer, before: Buffer) => Buffer.concat([u8(0xe3), longBytes(Buffer.concat([u8(type), u8(now.length), now, u8(before.length), before]))]);
const environmentText = (type: number, now: string, before: string) => Buffer.concat([u8(0xe3), longBytes(Buffer.concat([u8(type), shortText(now), shortText(before)]))]);
export const databaseIs = (name: string): Buffer => environmentText(1, name, 'master');
export const languageIs = (name: string): Buffer => environmentText(2, name, '');
export const packetSizeIs = (size: number): Buffer => environmentText(4, String(size), String(size));
export const began = (transaction: Buffer): Buffer => environment(8, transaction, Buffer.alloc(0));
export const committed = (transaction: Buffer): Buffer => environment(9, Buffer.alloc(0), transaction);
export const rolledBack = (transaction: Buffer): Buffer => environment(10, Buffer.alloc(0), transaction);
export const resetDone = (): Buffer => environment(18, Buffer.alloc(0), Buffer.alloc(0));

/** TDS 7.4, under the name that SQL Server gives itself. */
export const loginAck = (): Buffer => Buffer.concat([u8(0xad), longBytes(Buffer.concat([u8(1), Buffer.from([0x74, 0x00, 0x00, 0x04]), shortText('Microsoft SQL Server'), Buffer.from([16, 0, 0x10, 0x00])]))]);

export const columnMetadata = (columns: readonly FakeColumn[]): Buffer =>
  Buffer.concat([u8(0x81), u16(columns.length), ...columns.map((column) => Buffer.concat([u32(0), u16(0x09), column.type.meta, shortText(column.name)]))]);

/** Every cell with its bytes, NULL as its type says it. */
export const row = (columns: readonly FakeColumn[], cells: readonly unknown[]): Buffer => Buffer.concat([u8(0xd1), ...cells.map((cell, i) => columns[i]!.type.bytes(cell as never))]);

/** NULLs as bits before the other cells: how SQL Server sends rows with many of them. */
export function rowWithNullBits(columns: readonly FakeColumn[], cells: readonly unknown[]): Buffer {
  const bits = Buffer.alloc(Math.ceil(columns.length / 8));
  cells.forEach((cell, i) => { if (cell === null) bits[i >> 3]! |= 1 << (i & 7); });
  return Buffer.concat([u8(0xd2), bits, ...cells.flatMap((cell, i) => (cell === null ? [] : [columns[i]!.type.bytes(cell as never)]))]);
}
