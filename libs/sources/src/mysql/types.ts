import type { Cell } from '@countersign/contracts';
import { Types } from 'mysql2';

/** What mysql2 reads of a column's description. */
export interface ColumnDefinition {
  name: string;
  columnType: number;
  characterSet: number;
  columnLength: number;
  flags: number;
  extendedTypeName?: string;
  extendedFormat?: string;
}

/** Text as it stands, or how its bytes become text. */
export type CellKind = 'text' | ((bytes: Buffer | null) => Cell);

/** The character set of columns that hold bytes, and of everything that is no text at all. */
const BINARY = 63;
const UNSIGNED = 32;
const STRINGS = new Set<number>([Types.TINY_BLOB, Types.MEDIUM_BLOB, Types.LONG_BLOB, Types.BLOB, Types.VAR_STRING, Types.STRING, Types.VARCHAR]);

const NAMES: Record<number, string> = {
  [Types.DECIMAL]: 'decimal', [Types.NEWDECIMAL]: 'decimal', [Types.TINY]: 'tinyint', [Types.SHORT]: 'smallint', [Types.INT24]: 'mediumint', [Types.LONG]: 'int', [Types.LONGLONG]: 'bigint',
  [Types.FLOAT]: 'float', [Types.DOUBLE]: 'double', [Types.BIT]: 'bit', [Types.YEAR]: 'year', [Types.DATE]: 'date', [Types.NEWDATE]: 'date', [Types.TIME]: 'time',
  [Types.DATETIME]: 'datetime', [Types.TIMESTAMP]: 'timestamp', [Types.JSON]: 'json', [Types.ENUM]: 'enum', [Types.SET]: 'set', [Types.GEOMETRY]: 'geometry', [Types.NULL]: 'null',
};

/** The type's name as the engine spells it, as far as a result tells. */
export function typeNameOf(field: ColumnDefinition): string {
  const extended = field.extendedTypeName ?? field.extendedFormat;
  if (extended !== undefined) return extended;
  const isBlob = [Types.TINY_BLOB, Types.MEDIUM_BLOB, Types.LONG_BLOB, Types.BLOB].includes(field.columnType);
  if (STRINGS.has(field.columnType)) return field.characterSet === BINARY ? (isBlob ? 'blob' : 'varbinary') : isBlob ? 'text' : field.columnType === Types.STRING ? 'char' : 'varchar';
  const name = NAMES[field.columnType] ?? `type ${field.columnType}`;
  return field.flags & UNSIGNED && /int$/.test(name) ? `${name} unsigned` : name;
}

/** Bytes are written as `\x` and hex digits, bits as digits of two; everything else is the server's own text. */
export function cellReaderOf(field: ColumnDefinition): CellKind {
  if (field.columnType === Types.BIT) return (bytes) => bytes && bitsOf(bytes, field.columnLength);
  if (field.columnType === Types.GEOMETRY || (STRINGS.has(field.columnType) && field.characterSet === BINARY)) return (bytes) => bytes && `\\x${bytes.toString('hex')}`;
  return 'text';
}

const bitsOf = (bytes: Buffer, width: number): string => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('').slice(-width).padStart(width, '0');
