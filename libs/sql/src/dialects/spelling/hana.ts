import { asNamed, type Spelling } from './spelling.js';

/** SAP HANA 2. Names that are not in the registry are its own; see `registry/native/hana.ts`. */
export const HANA_SPELLING: Spelling = {
  ...asNamed(
    // aggregates and windows
    'count', 'sum', 'avg', 'min', 'max', 'median', 'string_agg', 'stddev', 'stddev_samp', 'stddev_pop', 'var', 'var_samp', 'var_pop', 'corr', 'auto_corr', 'percentile_cont', 'percentile_disc', 'grouping', 'grouping_id',
    'row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist', 'ntile', 'lag', 'lead', 'first_value', 'last_value', 'nth_value',
    // strings
    'lower', 'upper', 'lcase', 'ucase', 'initcap', 'length', 'substring', 'substr_after', 'substr_before', 'left', 'right', 'ltrim', 'rtrim', 'lpad', 'rpad', 'replace', 'locate', 'instr', 'concat', 'ascii', 'char', 'nchar',
    'unicode', 'abap_lower', 'abap_upper', 'abap_alphanum', 'abap_numc', 'hamming_distance', 'soundex', 'hash_md5', 'hash_sha256', 'bintohex', 'hextobin', 'reverse',
    // conditions
    'coalesce', 'nullif', 'greatest', 'least', 'ifnull', 'nvl', 'map',
    // numbers
    'abs', 'ceil', 'floor', 'round', 'mod', 'power', 'sqrt', 'exp', 'ln', 'log', 'sign', 'ndiv0', 'div0', 'uminus', 'bitand', 'bitor', 'bitxor', 'bitnot', 'bitcount', 'rand', 'sin', 'cos', 'tan', 'cot', 'asin', 'acos', 'atan',
    'atan2', 'sinh', 'cosh', 'tanh',
    // dates
    'year', 'month', 'day', 'dayofmonth', 'dayofyear', 'week', 'isoweek', 'weekday', 'quarter', 'hour', 'minute', 'second', 'dayname', 'monthname', 'last_day', 'next_day', 'add_days', 'add_months', 'add_months_last', 'add_years',
    'add_seconds', 'add_workdays', 'days_between', 'months_between', 'years_between', 'seconds_between', 'nano100_between', 'workdays_between', 'localtoutc', 'utctolocal', 'to_varchar', 'to_nvarchar', 'to_char', 'to_nchar',
    'to_alphanum', 'to_date', 'to_time', 'to_timestamp', 'to_seconddate', 'to_dats', 'to_integer', 'to_int', 'to_bigint', 'to_smallint', 'to_tinyint', 'to_decimal', 'to_double', 'to_real', 'to_smalldecimal', 'to_boolean',
    'to_clob', 'to_nclob', 'to_binary',
    // JSON
    'json_value', 'json_query', 'json_table',
    // series
    'series_generate_tinyint', 'series_generate_smallint', 'series_generate_integer', 'series_generate_bigint', 'series_generate_decimal', 'series_generate_date', 'series_generate_time', 'series_generate_seconddate', 'series_generate_timestamp',
  ),
  current_date: 'CURRENT_DATE',
  current_time: 'CURRENT_TIME',
  current_timestamp: 'CURRENT_TIMESTAMP',
  current_utcdate: 'CURRENT_UTCDATE',
  current_utctime: 'CURRENT_UTCTIME',
  current_utctimestamp: 'CURRENT_UTCTIMESTAMP',
  extract: 'EXTRACT({0:word} FROM {1})',
  btrim: 'TRIM([{1} FROM ]{0})',
  trim_leading: 'TRIM(LEADING[ {1}] FROM {0})',
  trim_trailing: 'TRIM(TRAILING[ {1}] FROM {0})',
  hex_literal: "X'{0:hex}'",
  like_regexpr: '({0} LIKE_REGEXPR {1})',
  round_down: 'ROUND({0}, {1}, ROUND_DOWN)',
};
