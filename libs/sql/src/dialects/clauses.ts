import type { Dialect } from '@countersign/contracts';

/**
 * What may stand behind the arguments inside a function's brackets: parts of fixed words, with literals between them. Each
 * part is one of these whole texts; nothing else is read or printed.
 */
const TYPE = String.raw`[A-Z][A-Z0-9_]*(?: (?:PRECISION|VARYING|WITH TIME ZONE))?(?:\(\d+(?:, \d+)?(?: (?:CHAR|BYTE))?\)|\(MAX\))?`;
const PARTS = new RegExp(`^(?:${[
  `RETURNING ${TYPE}`, 'DEFAULT', 'ON (?:EMPTY|ERROR|CONVERSION ERROR)', '(?:NULL|ERROR|EMPTY|EMPTY ARRAY|EMPTY OBJECT|TRUE|FALSE|UNKNOWN) ON (?:EMPTY|ERROR|NULL|CONVERSION ERROR)', 'ABSENT ON NULL',
  '(?:WITH(?:OUT)?)(?: (?:UN)?CONDITIONAL)?(?: ARRAY)? WRAPPER', 'PRETTY', 'ASCII', 'STRICT', 'WITH(?:OUT)? UNIQUE KEYS', 'FORMAT JSON', 'ON OVERFLOW (?:ERROR|TRUNCATE)', 'WITH(?:OUT)? COUNT', 'PASSING', String.raw`AS "[A-Za-z_]\w*"`, ',',
].join('|')})$`);

export const isClausePart = (text: string): boolean => PARTS.test(text);

const JSON_CLAUSES = ['json_value', 'json_query', 'json_exists', 'json_object', 'json_object_of', 'json_array', 'json_arrayagg', 'json_objectagg'];
const CONVERSIONS = ['to_date', 'to_number', 'to_timestamp', 'to_timestamp_tz', 'to_dsinterval', 'to_yminterval', 'to_binary_double', 'to_binary_float'];

/** The functions that take such a clause, by name in the text or in the tree. */
const TAKING: Partial<Record<Dialect, ReadonlySet<string>>> = {
  tsql: new Set(JSON_CLAUSES), mysql: new Set(['json_value']), hana: new Set(['json_value', 'json_query']), oracle: new Set([...JSON_CLAUSES, ...CONVERSIONS, 'listagg']), oracle11: new Set([...CONVERSIONS, 'listagg']),
};

export const takesClause = (dialect: Dialect, name: string): boolean => TAKING[dialect]?.has(name) ?? false;

/** Plain types of columns that are made of a document. */
const COLUMN_TYPE = /^(?:N?VARCHAR2?|N?CHAR|NUMBER|NUMERIC|DECIMAL|DEC|INT|INTEGER|BIGINT|SMALLINT|TINYINT|FLOAT|REAL|DOUBLE(?: PRECISION)?|DATE|TIME|DATETIME2?|DATETIMEOFFSET|TIMESTAMP|BIT|BOOLEAN|N?CLOB|JSON|TEXT|MONEY|UNIQUEIDENTIFIER)(?:\(\d+(?:, \d+)?\)|\(MAX\))?(?: UNSIGNED)?$/;

export const isColumnType = (text: string): boolean => COLUMN_TYPE.test(text);
