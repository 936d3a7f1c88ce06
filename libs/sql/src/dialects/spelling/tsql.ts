import { asNamed, type Spelling } from './spelling.js';

/** SQL Server 2017 and later. Names that are not in the registry are its own; see `registry/native/tsql.ts`. */
export const TSQL_SPELLING: Spelling = {
  ...asNamed(
    // aggregates and windows
    'count', 'count_big', 'sum', 'avg', 'min', 'max', 'string_agg', 'grouping', 'grouping_id', 'checksum_agg', 'approx_count_distinct',
    'row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist', 'ntile', 'lag', 'lead', 'first_value', 'last_value', 'percentile_cont', 'percentile_disc',
    // strings
    'lower', 'upper', 'len', 'datalength', 'substring', 'left', 'right', 'ltrim', 'rtrim', 'replace', 'reverse', 'charindex', 'patindex', 'concat', 'concat_ws', 'ascii', 'char', 'nchar', 'unicode', 'stuff', 'space', 'quotename',
    'soundex', 'difference', 'str', 'translate', 'parsename', 'string_escape', 'formatmessage', 'compress', 'decompress',
    // conditions
    'coalesce', 'nullif', 'isnull', 'iif', 'choose', 'isnumeric', 'isdate', 'greatest', 'least',
    // numbers
    'abs', 'floor', 'round', 'sign', 'power', 'square', 'sqrt', 'exp', 'log', 'log10', 'pi', 'sin', 'cos', 'tan', 'cot', 'asin', 'acos', 'atan', 'degrees', 'radians', 'checksum', 'binary_checksum', 'hashbytes',
    // dates
    'getdate', 'getutcdate', 'sysdatetime', 'sysutcdatetime', 'sysdatetimeoffset', 'year', 'month', 'day', 'eomonth', 'datefromparts', 'datetimefromparts', 'datetime2fromparts', 'timefromparts', 'smalldatetimefromparts',
    'datetimeoffsetfromparts', 'switchoffset', 'todatetimeoffset',
    // JSON
    'json_value', 'json_query', 'isjson', 'json_modify', 'json_path_exists', 'openjson', 'string_split', 'json_array', 'json_arrayagg',
  ),
  xml_value: '{0}.value({1}, {2})',
  hex_literal: '0x{0:hex}',
  json_object_of: 'JSON_OBJECT({pairs:}{clause})',
  json_objectagg: 'JSON_OBJECTAGG({pairs:}{clause})',
  format_value: 'format',
  ceil: 'ceiling',
  repeat: 'replicate',
  random: 'rand',
  atan2: 'atn2',
  stddev_samp: 'stdev',
  stddev_pop: 'stdevp',
  var_samp: 'var',
  var_pop: 'varp',
  current_timestamp: 'CURRENT_TIMESTAMP',
  btrim: 'TRIM([{1} FROM ]{0})',
  dateadd: 'DATEADD({0:word}, {1}, {2})',
  datediff: 'DATEDIFF({0:word}, {1}, {2})',
  datediff_big: 'DATEDIFF_BIG({0:word}, {1}, {2})',
  datepart: 'DATEPART({0:word}, {1})',
  datename: 'DATENAME({0:word}, {1})',
  datetrunc: 'DATETRUNC({0:word}, {1})',
  try_cast: 'TRY_CAST({0:cast})',
  convert: 'CONVERT({0:convert}[, {1}])',
  try_convert: 'TRY_CONVERT({0:convert}[, {1}])',
  collate: '{0} COLLATE {1:bare}',
};
