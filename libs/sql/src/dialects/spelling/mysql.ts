import { asNamed, type Spelling } from './spelling.js';

/** MySQL 8. Names on the left that are not in the registry are MySQL's own; see `registry/native/mysql.ts`. */
export const MYSQL_SPELLING: Spelling = {
  ...asNamed(
    // aggregates and windows
    'count', 'sum', 'avg', 'min', 'max', 'stddev_pop', 'stddev_samp', 'var_pop', 'var_samp', 'bit_and', 'bit_or', 'bit_xor', 'any_value', 'grouping', 'json_arrayagg', 'json_objectagg',
    'row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist', 'ntile', 'lag', 'lead', 'first_value', 'last_value', 'nth_value',
    // strings
    'lower', 'upper', 'char_length', 'substring', 'left', 'right', 'ltrim', 'rtrim', 'lpad', 'rpad', 'replace', 'repeat', 'reverse', 'concat_ws', 'ascii', 'md5', 'substring_index', 'find_in_set', 'space', 'strcmp', 'elt',
    'field', 'locate', 'hex', 'unhex', 'ord', 'sha1', 'sha2', 'crc32', 'quote', 'soundex', 'regexp_like', 'regexp_replace', 'regexp_substr', 'regexp_instr',
    // conditions
    'coalesce', 'nullif', 'greatest', 'least',
    // numbers
    'abs', 'ceil', 'floor', 'round', 'power', 'sqrt', 'exp', 'ln', 'log', 'log2', 'log10', 'sign', 'pi', 'sin', 'cos', 'tan', 'cot', 'asin', 'acos', 'atan', 'atan2', 'degrees', 'radians', 'conv', 'bit_count',
    // dates
    'now', 'sysdate', 'current_date', 'current_time', 'current_timestamp', 'localtime', 'localtimestamp', 'utc_date', 'utc_time', 'utc_timestamp', 'date', 'time', 'timestamp', 'datediff', 'timediff', 'date_format', 'time_format',
    'str_to_date', 'dayofweek', 'dayofyear', 'weekday', 'week', 'weekofyear', 'yearweek', 'microsecond', 'monthname', 'dayname', 'last_day', 'to_days', 'from_days', 'to_seconds', 'period_add', 'period_diff', 'unix_timestamp', 'from_unixtime',
    'makedate', 'maketime', 'sec_to_time', 'time_to_sec', 'convert_tz', 'addtime', 'subtime',
    // JSON
    'json_extract', 'json_unquote', 'json_value', 'json_length', 'json_depth', 'json_contains', 'json_contains_path', 'json_array', 'json_keys', 'json_type', 'json_valid', 'json_search', 'json_quote', 'json_table', 'json_overlaps', 'json_merge', 'json_merge_patch', 'json_merge_preserve', 'json_set', 'json_insert', 'json_replace', 'json_array_append', 'json_array_insert', 'json_remove', 'json_pretty',
  ),
  string_agg: 'GROUP_CONCAT({distinct}{0}{order} SEPARATOR {1})',
  hex_literal: "X'{0:hex}'",
  // A number where one is meant; X'…' is none to MariaDB.
  hex_number: '0x{0:hex}',
  count_distinct: 'COUNT({distinct}{0}, {1}[, {2}][, {3}])',
  octet_length: 'length',
  concat_strict: 'concat',
  insert_text: 'insert',
  trunc: 'truncate',
  random: 'rand',
  format_number: 'format',
  json_object_of: 'json_object',
  btrim: 'TRIM([BOTH {1} FROM ]{0})',
  trim_leading: 'TRIM(LEADING {1} FROM {0})',
  trim_trailing: 'TRIM(TRAILING {1} FROM {0})',
  position: 'POSITION({1} IN {0})',
  extract: 'EXTRACT({0:word} FROM {1})',
  interval: 'INTERVAL {1} {0:word}',
  timestampdiff: 'TIMESTAMPDIFF({0:word}, {1}, {2})',
  timestampadd: 'TIMESTAMPADD({0:word}, {1}, {2})',
  div: '({0} DIV {1})',
  xor: '({0} XOR {1})',
  bitwise_xor: '({0} ^ {1})',
  null_safe_equal: '({0} <=> {1})',
  regexp: '({0} REGEXP {1})',
  // Blanks at the end count, as they do to PostgreSQL; utf8mb4_bin leaves them out.
  by_code_point: '({0} COLLATE utf8mb4_0900_bin)',
  by_code_point_padded: '({0} COLLATE utf8mb4_bin)',
};
