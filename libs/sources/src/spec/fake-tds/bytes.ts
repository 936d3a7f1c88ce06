/** Little-endian integers and the length-prefixed texts that TDS is made of. */
export const u8 = (n: number): Buffer => Buffer.from([n & 0xff]);
export const u16 = (n: number): Buffer => number(2, (b) => b.writeUInt16LE(n));
export const i16 = (n: number): Buffer => number(2, (b) => b.writeInt16LE(n));
export const u24 = (n: number): Buffer => number(3, (b) => b.writeUIntLE(n, 0, 3));
export const u32 = (n: number): Buffer => number(4, (b) => b.writeUInt32LE(n));
export const i32 = (n: number): Buffer => number(4, (b) => b.writeInt32LE(n));
export const u40 = (n: number): Buffer => number(5, (b) => b.writeUIntLE(n, 0, 5));
export const u64 = (n: bigint): Buffer => number(8, (b) => b.writeBigUInt64LE(n));
export const i64 = (n: bigint): Buffer => number(8, (b) => b.writeBigInt64LE(n));
export const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** One byte counts the characters. */
export const shortText = (text: string): Buffer => Buffer.concat([u8(text.length), utf16(text)]);
/** Two bytes count the characters. */
export const longText = (text: string): Buffer => Buffer.concat([u16(text.length), utf16(text)]);
/** Two bytes count the bytes. */
export const longBytes = (body: Buffer): Buffer => Buffer.concat([u16(body.length), body]);

function number(length: number, write: (b: Buffer) => void): Buffer {
  const b = Buffer.alloc(length);
  write(b);
  return b;
}
