import { i32, i64, shortText, u16, u24, u32, u40, u64, u8, utf16, i16, longText } from './bytes.js';

/** How one column type travels: what COLMETADATA says of it, and the bytes of a value in a row. */
export interface ColumnType<V> {
  meta: Buffer;
  /** @param value null is what the type itself says for NULL in a plain ROW */
  bytes(value: V | null): Buffer;
}

/** SQL_Latin1_General_CP1_CI_AS and Korean_Wansung_CI_AS, as five bytes each. */
const LATIN = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
const KOREAN = Buffer.from([0x12, 0x04, 0xd0, 0x00, 0x00]);

/** A value behind one byte of length; NULL has length 0. */
const sized = <V>(meta: number[], body: (value: V) => Buffer): ColumnType<V> => ({
  meta: Buffer.from(meta),
  bytes: (value) => {
    if (value === null) return u8(0);
    const content = body(value);
    return Buffer.concat([u8(content.length), content]);
  },
});

/** A type without NULL and without a length. */
const fixed = <V>(id: number, body: (value: V) => Buffer): ColumnType<V> => ({ meta: u8(id), bytes: (value) => body(value as V) });

const float = (length: 4 | 8) => (value: number) => {
  const b = Buffer.alloc(length);
  if (length === 4) b.writeFloatLE(value);
  else b.writeDoubleLE(value);
  return b;
};
const littleEndian = (value: bigint, length: number) => Buffer.from(Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 255n)));
/** 64 bits with the high half first, as money travels. */
const highFirst = (value: bigint) => Buffer.concat([i32(Number(value >> 32n)), u32(Number(value & 0xffff_ffffn))]);
const timeBytes = (scale: number) => (ticks: number) => (scale <= 2 ? u24(ticks) : scale <= 4 ? u32(ticks) : u40(ticks));

const SHORT_NULL = u16(0xffff);
const counted = (meta: Buffer): ColumnType<Buffer> => ({ meta, bytes: (value) => (value === null ? SHORT_NULL : Buffer.concat([u16(value.length), value])) });

/** Values without a limit travel in pieces (PLP). */
const pieces = (value: Buffer | null): Buffer => {
  if (value === null) return u64(0xffff_ffff_ffff_ffffn);
  const parts: Buffer[] = [u64(BigInt(value.length))];
  for (let at = 0; at < value.length; at += 4_000) {
    const piece = value.subarray(at, at + 4_000);
    parts.push(u32(piece.length), piece);
  }
  return Buffer.concat([...parts, u32(0)]);
};
const encoded = <V>(type: ColumnType<Buffer>, encode: (value: V) => Buffer): ColumnType<V> => ({ meta: type.meta, bytes: (value) => type.bytes(value === null ? null : encode(value)) });
const plp = (meta: Buffer): ColumnType<Buffer> => ({ meta, bytes: pieces });

/** text, ntext and image: a pointer and a timestamp nobody reads, then the bytes. */
const pointed = (meta: Buffer): ColumnType<Buffer> => ({ meta, bytes: (value) => (value === null ? u8(0) : Buffer.concat([u8(16), Buffer.alloc(16), Buffer.alloc(8), u32(value.length), value])) });

const latin = (text: string) => Buffer.from(text, 'latin1');
const characters = (id: number, collation: Buffer) => Buffer.concat([u8(id), u16(8_000), collation]);

/** Every type SQL Server sends. Values are given as the protocol holds them, so that the test's author computes nothing twice. */
export const TYPES = {
  tinyint: sized<number>([0x26, 1], u8),
  smallint: sized<number>([0x26, 2], i16),
  int: sized<number>([0x26, 4], i32),
  bigint: sized<bigint>([0x26, 8], i64),
  bit: sized<number>([0x68, 1], u8),
  real: sized<number>([0x6d, 4], float(4)),
  float: sized<number>([0x6d, 8], float(8)),
  smallmoney: sized<number>([0x6e, 4], i32),
  money: sized<bigint>([0x6e, 8], highFirst),
  datetime: sized<[days: number, ticks: number]>([0x6f, 8], ([days, ticks]) => Buffer.concat([i32(days), u32(ticks)])),
  smalldatetime: sized<[days: number, minutes: number]>([0x6f, 4], ([days, minutes]) => Buffer.concat([u16(days), u16(minutes)])),
  date: sized<number>([0x28], u24),
  time: (scale: number) => sized<number>([0x29, scale], timeBytes(scale)),
  datetime2: (scale: number) => sized<[ticks: number, days: number]>([0x2a, scale], ([ticks, days]) => Buffer.concat([timeBytes(scale)(ticks), u24(days)])),
  datetimeoffset: (scale: number) => sized<[ticks: number, days: number, minutes: number]>([0x2b, scale], ([ticks, days, minutes]) => Buffer.concat([timeBytes(scale)(ticks), u24(days), i16(minutes)])),
  decimal: (precision: number, scale: number) => sized<bigint>([0x6a, decimalLength(precision), precision, scale], (value) => Buffer.concat([u8(value < 0n ? 0 : 1), littleEndian(value < 0n ? -value : value, decimalLength(precision) - 1)])),
  uniqueidentifier: sized<Buffer>([0x24, 16], (value) => value),
  varchar: encoded<string>(counted(characters(0xa7, LATIN)), latin),
  /** Bytes as they are, under a Korean code page. */
  koreanVarchar: counted(characters(0xa7, KOREAN)),
  char: encoded<string>(counted(characters(0xaf, LATIN)), latin),
  nvarchar: encoded<string>(counted(characters(0xe7, LATIN)), utf16),
  nchar: encoded<string>(counted(characters(0xef, LATIN)), utf16),
  varbinary: counted(Buffer.concat([u8(0xa5), u16(8_000)])),
  binary: counted(Buffer.concat([u8(0xad), u16(8_000)])),
  varcharMax: encoded<string>(plp(Buffer.concat([u8(0xa7), u16(0xffff), LATIN])), latin),
  nvarcharMax: encoded<string>(plp(Buffer.concat([u8(0xe7), u16(0xffff), LATIN])), utf16),
  varbinaryMax: plp(Buffer.concat([u8(0xa5), u16(0xffff)])),
  xml: encoded<string>(plp(Buffer.from([0xf1, 0])), utf16),
  /** A CLR type: geometry, hierarchyid. */
  udt: plp(Buffer.concat([u8(0xf0), u16(0xffff), shortText('lab'), shortText('sys'), shortText('hierarchyid'), longText('Microsoft.SqlServer.Types')])),
  text: encoded<string>(pointed(Buffer.concat([u8(0x23), u32(0x7fff_ffff), LATIN, u8(0)])), latin),
  ntext: encoded<string>(pointed(Buffer.concat([u8(0x63), u32(0x7fff_ffff), LATIN, u8(0)])), utf16),
  image: pointed(Buffer.concat([u8(0x22), u32(0x7fff_ffff), u8(0)])),
  /** sql_variant: the inner type's id, its properties and its bytes. */
  variant: { meta: Buffer.concat([u8(0x62), u32(8_009)]), bytes: (value: { type: number; properties: number[]; body: Buffer } | null) => (value === null ? u32(0) : Buffer.concat([u32(2 + value.properties.length + value.body.length), u8(value.type), u8(value.properties.length), Buffer.from(value.properties), value.body])) },
  fixedInt: fixed<number>(0x38, i32),
  fixedBit: fixed<number>(0x32, u8),
  fixedFloat: fixed<number>(0x3e, float(8)),
} as const;

const decimalLength = (precision: number) => (precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17);
