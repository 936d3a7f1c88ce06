import { ORACLE_SPELLING } from './oracle.js';
import type { Spelling } from './spelling.js';

const { json_value: _value, json_query: _query, json_exists: _exists, is_json: _isJson, json_object_of: _object, json_objectagg: _objects, json_array: _array, json_table: _table, json_arrayagg: _arrays, approx_count_distinct: _approximate, standard_hash: _hash, ...since11 } = ORACLE_SPELLING;

/** Oracle 11g has no JSON. */
export const ORACLE11_SPELLING: Spelling = since11;
