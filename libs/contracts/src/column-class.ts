/**
 * What meaning hangs on in a column's type. `whole`: a number that PostgreSQL does not divide as an integer but that has no fraction (a
 * part of a date).
 */
export type ColumnClass = 'integer' | 'whole' | 'number' | 'text' | 'boolean' | 'date' | 'timestamp' | 'time' | 'interval' | 'other';

const CLASSES: readonly [RegExp, ColumnClass][] = [
  [/^(bool(ean)?|bit)$/, 'boolean'],
  [/^((tiny|small|medium|big)?int(eger)?\d?(\(\d+\))?|int\d|(small|big)?serial|number\(\d+(, *0)?\)|(decimal|numeric)\(\d+, *0\)|year(\(4\))?)( unsigned)?( zerofill)?$/, 'integer'],
  [/^(number|numeric|dec(imal)?|money|smallmoney|smalldecimal|real|float\d?|double( precision)?|binary_(float|double))\b/, 'number'],
  [/^(date|daydate)$/, 'date'],
  [/^(timestamp|datetime|smalldatetime|seconddate|datetimeoffset)/, 'timestamp'],
  [/^time\b/, 'time'],
  [/^interval/, 'interval'],
  [/^(n?(var)?char2?|character( varying)?|bpchar|n?text|n?clob|string|shorttext|alphanum|name|uniqueidentifier|uuid|citext|enum)/, 'text'],
];

/**
 * The class of a column by its type in the catalogue, as any of the engines writes it; undefined when there is no type.
 * @example columnClass('numeric(12,2)') // 'number'
 */
export function columnClass(type: string): ColumnClass | undefined {
  const name = type.toLowerCase().trim();
  return CLASSES.find(([pattern]) => pattern.test(name))?.[1] ?? (name === '' ? undefined : 'other');
}
