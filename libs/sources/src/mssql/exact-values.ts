import { Fault } from '@countersign/contracts';
import { NotEnoughDataError, parseRow, typesById, valueParser, type Read, type WireColumn } from './driver-internals.js';
import { bytesText, dateText, datetimeText, decimalText, floatText, smallDatetimeText, timeText, zonedText } from './wire-text.js';

/** The driver's own reading: right for texts, whole numbers, bits and bytes. */
const readByDriver = valueParser.readValue;

type Body = (body: Buffer, column: { scale: number }) => string;

const time = (body: Buffer, length: number) => body.readUIntLE(0, length);
const money = (body: Buffer) => decimalText(body.length === 4 ? BigInt(body.readInt32LE(0)) : (BigInt(body.readInt32LE(0)) << 32n) | BigInt(body.readUInt32LE(4)), 4);
const datetime = (body: Buffer) => (body.length === 4 ? smallDatetimeText(body.readUInt16LE(0), body.readUInt16LE(2)) : datetimeText(body.readInt32LE(0), body.readUInt32LE(4)));
const decimal: Body = (body, { scale }) => {
  let unscaled = 0n;
  for (let at = body.length - 1; at > 0; at -= 1) unscaled = (unscaled << 8n) | BigInt(body[at]!);
  return decimalText(body[0] === 0 ? -unscaled : unscaled, scale);
};

/** Types whose value stands behind one byte of length, and those of a fixed length. */
const SIZED: Record<string, Body> = {
  NumericN: decimal, DecimalN: decimal, MoneyN: money, DateTimeN: datetime,
  Date: (body) => dateText(body.readUIntLE(0, 3)),
  Time: (body, { scale }) => timeText(time(body, body.length), scale),
  DateTime2: (body, { scale }) => `${dateText(body.readUIntLE(body.length - 3, 3))} ${timeText(time(body, body.length - 3), scale)}`,
  DateTimeOffset: (body, { scale }) => zonedText(time(body, body.length - 5), body.readUIntLE(body.length - 5, 3), body.readInt16LE(body.length - 2), scale),
};
const FIXED: Record<string, [length: number, body: Body]> = { Money: [8, money], SmallMoney: [4, money], DateTime: [8, datetime], SmallDateTime: [4, datetime] };

/** Bytes `from` to `to`, once they have arrived. */
function slice(buffer: Buffer, from: number, to: number): Buffer {
  if (buffer.length < to) throw new NotEnoughDataError(to);
  return buffer.subarray(from, to);
}

/** A cell's text as the value lies on the wire. NULL is null. */
function readExactly(buffer: Buffer, offset: number, column: WireColumn, options: object): Read {
  const { name } = column.type;
  const scale = column.scale ?? 0;
  const sized = SIZED[name];
  if (sized) {
    const body = offset + 1;
    const end = body + slice(buffer, offset, body)[0]!;
    return { value: end === body ? null : sized(slice(buffer, body, end), { scale }), offset: end };
  }
  const fixed = FIXED[name];
  if (fixed) return { value: fixed[1](slice(buffer, offset, offset + fixed[0]), { scale }), offset: offset + fixed[0] };
  if (name === 'Variant') return readVariant(buffer, offset, column, options);
  const read = readByDriver(buffer, offset, column, options);
  return { value: textOf(read.value, name === 'Real' || (name === 'FloatN' && column.dataLength === 4)), offset: read.offset };
}

/** sql_variant: its length, the id of the type inside, how many bytes describe that type, these, and the value. */
function readVariant(buffer: Buffer, offset: number, column: WireColumn, options: object): Read {
  const length = slice(buffer, offset, offset + 4).readUInt32LE(0);
  const end = offset + 4 + length;
  if (length === 0) return { value: null, offset: end };
  const whole = slice(buffer, offset + 4, end);
  const name = typesById[whole[0]!]?.name ?? '';
  const properties = whole.subarray(2, 2 + whole[1]!);
  const body = whole.subarray(2 + whole[1]!);
  const exact = FIXED[name]?.[1] ?? SIZED[name];
  // The last of a type's properties is its scale, where it has one.
  if (exact) return { value: exact(body, { scale: properties.at(-1) ?? 0 }), offset: end };
  return { value: textOf(readByDriver(buffer, offset, column, options).value, name === 'Real'), offset: end };
}

function textOf(value: unknown, single: boolean): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return floatText(value, single);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return cellOf(value);
}

/** What arrives in pieces has no length limit and comes as the driver joined it: text, or bytes. */
export const cellOf = (value: unknown): string | null => (Buffer.isBuffer(value) ? bytesText(value) : (value as string | null));

valueParser.readValue = readExactly;

let proof: Promise<void> | undefined;

/**
 * Looks whether the driver's row parser reads through us.
 * @throws Fault 'internal': an update of the driver would round numbers without an error
 */
export function provenExact(): Promise<void> {
  proof ??= (async () => {
    const buffer = Buffer.concat([Buffer.from([17, 0]), Buffer.from('d20a1feb8ca954ab0000000000000000', 'hex')]);
    const { columns } = await parseRow({ colMetadata: [{ colName: '', type: { name: 'DecimalN' }, precision: 38, scale: 4 }], buffer, position: 0, options: {} });
    if (columns[0]?.value !== '-1234567890123456.7890') throw new Fault('internal', false, { params: { detail: 'the SQL Server driver does not read values exactly' } });
  })();
  return proof;
}
