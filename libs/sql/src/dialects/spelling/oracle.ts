import { asNamed, type Spelling } from './spelling.js';

/** Oracle 12c and later. Names that are not in the registry are its own; see `registry/native/oracle.ts`. */
export const ORACLE_SPELLING: Spelling = {
  ...asNamed(
    // aggregates and windows
    'count', 'sum', 'avg', 'min', 'max', 'listagg', 'median', 'stats_mode', 'wm_concat', 'ratio_to_report', 'approx_count_distinct', 'stddev', 'stddev_samp', 'stddev_pop', 'variance', 'var_samp', 'var_pop',
    'corr', 'covar_pop', 'covar_samp', 'regr_avgx', 'regr_avgy', 'regr_count', 'regr_intercept', 'regr_r2', 'regr_slope', 'regr_sxx', 'regr_sxy', 'regr_syy', 'percentile_cont', 'percentile_disc',
    'grouping', 'grouping_id', 'group_id', 'row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist', 'ntile', 'lag', 'lead', 'first_value', 'last_value', 'nth_value',
    // strings
    'lower', 'upper', 'initcap', 'length', 'lengthb', 'substr', 'substrb', 'instr', 'instrb', 'ltrim', 'rtrim', 'lpad', 'rpad', 'replace', 'translate', 'concat', 'ascii', 'chr', 'nls_upper', 'nls_lower', 'nls_initcap',
    'soundex', 'ora_hash', 'standard_hash', 'rawtohex', 'hextoraw', 'regexp_like', 'regexp_replace', 'regexp_substr', 'regexp_instr', 'regexp_count',
    // conditions
    'coalesce', 'nullif', 'greatest', 'least', 'nvl', 'nvl2', 'decode', 'nanvl', 'lnnvl',
    // numbers
    'abs', 'ceil', 'floor', 'round', 'trunc', 'mod', 'remainder', 'power', 'sqrt', 'exp', 'ln', 'log', 'sign', 'bitand', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'width_bucket',
    // dates
    'add_months', 'months_between', 'last_day', 'next_day', 'new_time', 'numtodsinterval', 'numtoyminterval', 'to_dsinterval', 'to_yminterval', 'from_tz', 'sys_extract_utc', 'to_char', 'to_nchar', 'to_date', 'to_timestamp',
    'to_timestamp_tz', 'to_number', 'to_clob', 'to_binary_double', 'to_binary_float',
    // JSON
    'json_value', 'json_query', 'json_exists', 'json_array', 'json_arrayagg', 'json_table',
  ),
  rownum: 'ROWNUM',
  sysdate: 'SYSDATE',
  systimestamp: 'SYSTIMESTAMP',
  current_date: 'CURRENT_DATE',
  current_timestamp: 'CURRENT_TIMESTAMP',
  localtimestamp: 'LOCALTIMESTAMP',
  extract: 'EXTRACT({0:word} FROM {1})',
  interval: 'INTERVAL {1} {0:word}',
  is_json: '({0} IS JSON)',
  as_interval: '({0} {1:word})',
  json_object_of: 'JSON_OBJECT({pairs=}{clause})',
  json_objectagg: 'JSON_OBJECTAGG({pairs=}{clause})',
  btrim: 'TRIM([{1} FROM ]{0})',
  trim_leading: 'TRIM(LEADING[ {1}] FROM {0})',
  trim_trailing: 'TRIM(TRAILING[ {1}] FROM {0})',
};
