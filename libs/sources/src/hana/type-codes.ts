import type { Cell } from '@countersign/contracts';
import { floatText, hexText } from '../exact-text.js';
import type { HdbColumn } from './hdb-surface-types.js';

type Text = (value: never) => string;
type Declared = (column: HdbColumn) => string;

const string: Text = (value: unknown) => String(value);
const bytes: Text = (value: Buffer) => hexText(value);
const plain = (name: string): Declared => () => name;
const sized = (name: string): Declared => ({ length }) => `${name}(${length})`;
const decimal: Declared = ({ length, fraction }) => (fraction > 34 || fraction < 0 ? 'DECIMAL' : `DECIMAL(${length},${fraction})`);

/** The protocol's type codes: how the type is declared and how a value becomes text. Large objects have no text here: they are read in pieces. */
const CODES: Record<number, [Declared, Text | 'bytes' | 'text']> = {
  1: [plain('TINYINT'), string],
  2: [plain('SMALLINT'), string],
  3: [plain('INTEGER'), string],
  // A number while it is small, a string when it is not.
  4: [plain('BIGINT'), string],
  5: [decimal, decimalText],
  6: [plain('REAL'), floatText as Text],
  7: [plain('DOUBLE'), string],
  8: [sized('CHAR'), string],
  9: [sized('VARCHAR'), string],
  10: [sized('NCHAR'), string],
  11: [sized('NVARCHAR'), string],
  12: [sized('BINARY'), bytes],
  13: [sized('VARBINARY'), bytes],
  14: [plain('DATE'), string],
  15: [plain('TIME'), string],
  16: [plain('TIMESTAMP'), timeText],
  25: [plain('CLOB'), 'text'],
  26: [plain('NCLOB'), 'text'],
  27: [plain('BLOB'), 'bytes'],
  28: [plain('BOOLEAN'), string],
  29: [sized('VARCHAR'), string],
  30: [sized('NVARCHAR'), string],
  31: [plain('BLOB'), 'bytes'],
  32: [plain('NCLOB'), 'text'],
  33: [sized('VARBINARY'), bytes],
  35: [sized('VARCHAR'), string],
  51: [plain('TEXT'), 'text'],
  52: [sized('SHORTTEXT'), string],
  53: [plain('BINTEXT'), 'text'],
  55: [sized('ALPHANUM'), string],
  61: [plain('TIMESTAMP'), timeText],
  62: [plain('SECONDDATE'), string],
  63: [plain('DATE'), string],
  64: [plain('TIME'), string],
  74: [plain('ST_GEOMETRY'), bytes],
  75: [plain('ST_POINT'), bytes],
  76: [decimal, decimalText],
  81: [decimal, decimalText],
  82: [decimal, decimalText],
  96: [plain('REAL_VECTOR'), (value: number[]) => `[${value.map(floatText).join(',')}]`],
};

/** undefined: no value of this type leaves the server. */
export function typeOf(column: HdbColumn): { name: string; text: (value: unknown) => Cell; large: 'bytes' | 'text' | undefined } | undefined {
  const known = CODES[column.dataType];
  if (!known) return undefined;
  const [declared, text] = known;
  const large = typeof text === 'string' ? text : undefined;
  return { name: declared(column), large, text: (value) => (value === null || value === undefined ? null : large === undefined ? (text as Text)(value as never) : null) };
}

/** A floating decimal comes as `1.5e+3`: the same digits, written out. */
export function decimalText(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const written = point <= 0 ? `0.${'0'.repeat(-point)}${digits}` : point >= digits.length ? digits + '0'.repeat(point - digits.length) : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return sign + written;
}

/** `YYYY-MM-DD HH:MM:SS[.fraction]`: older servers' separator and the driver's padding are left out. */
export function timeText(text: string): string {
  return text.replace('T', ' ').replace(/\.(\d*?)0*$/, (_all, digits: string) => (digits === '' ? '' : `.${digits}`));
}
