/** Words with a grammar of their own before a bracket: never renamed as calls. */
export const BEFORE_BRACKET: ReadonlySet<string> = new Set([
  'select', 'distinct', 'all', 'from', 'where', 'group', 'by', 'having', 'order', 'limit', 'offset', 'union', 'except', 'intersect', 'minus', 'and', 'or', 'not', 'xor', 'in', 'is',
  'like', 'rlike', 'regexp', 'escape', 'between', 'exists', 'any', 'some', 'as', 'case', 'when', 'then', 'else', 'end', 'using', 'on', 'join', 'inner', 'cross', 'natural', 'lateral', 'apply',
  'over', 'partition', 'with', 'recursive', 'rollup', 'cube', 'grouping', 'sets', 'window', 'div', 'values', 'interval', 'filter', 'within', 'top', 'fetch', 'next', 'asc', 'desc',
  'nulls', 'cast', 'try_cast', 'convert', 'try_convert', 'trim', 'extract', 'position', 'substring', 'group_concat', 'binary', 'collate', 'for',
]);

const UNITS = ['microsecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'year_month', 'day_hour', 'day_minute', 'day_second', 'hour_minute', 'hour_second', 'minute_second'];
const TYPES = [
  'char', 'nchar', 'varchar', 'nvarchar', 'varchar2', 'nvarchar2', 'character', 'varying', 'text', 'ntext', 'string', 'decimal', 'dec', 'numeric', 'number', 'float', 'real', 'double', 'precision', 'signed', 'unsigned',
  'int', 'integer', 'bigint', 'smallint', 'tinyint', 'boolean', 'bool', 'bit', 'date', 'time', 'timestamp', 'datetime', 'datetime2', 'smalldatetime', 'datetimeoffset', 'seconddate', 'json', 'binary', 'zone', 'local', 'money', 'uniqueidentifier',
];

/**
 * Every keyword that the conversion understands. A word of the text that is neither one of these nor taken for a name
 * was skipped by the parser, and the text is refused: that holds for all hints, locks and options of all engines.
 */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...BEFORE_BRACKET, ...UNITS, ...TYPES,
  'null', 'true', 'false', 'unknown', 'left', 'right', 'full', 'outer', 'first', 'last', 'nulls', 'rows', 'row', 'range', 'groups', 'unbounded', 'preceding', 'following', 'current', 'only', 'exclude', 'ties', 'no', 'others',
  'both', 'leading', 'trailing', 'separator', 'mod', 'current_date', 'current_time', 'current_timestamp', 'localtime', 'localtimestamp', 'sysdate', 'systimestamp', 'utc_date', 'utc_time', 'utc_timestamp', 'at', 'time', 'percent', 'ignore', 'include',
  'outer', 'max',
]);
