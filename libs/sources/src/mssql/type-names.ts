import type { WireColumn } from './driver-internals.js';

const BY_LENGTH: Record<string, Record<number, string>> = {
  IntN: { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' },
  FloatN: { 4: 'real', 8: 'float' },
  MoneyN: { 4: 'smallmoney', 8: 'money' },
  DateTimeN: { 4: 'smalldatetime', 8: 'datetime' },
};
const BY_NAME: Record<string, string> = { BitN: 'bit', DecimalN: 'decimal', NumericN: 'numeric', Variant: 'sql_variant' };

/** A result column's type as SQL Server writes it, without length. */
export function typeNameOf(column: WireColumn): string {
  const { name } = column.type;
  return column.udtInfo?.typeName ?? BY_LENGTH[name]?.[column.dataLength ?? 0] ?? BY_NAME[name] ?? name.toLowerCase();
}
