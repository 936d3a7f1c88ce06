import { family } from './entry.js';

export const ARRAYS = [
  ...family('array', 'scalar', [
    'array_of(query) -> any[]',
    'array_length(array, integer) -> integer',
    'array_ndims(array) -> integer',
    'array_dims(array) -> text',
    'array_upper(array, integer) -> integer',
    'array_lower(array, integer) -> integer',
    'cardinality(array) -> integer',
    'array_position(array, any, integer?) -> integer',
    'array_positions(array, any) -> integer[]',
    'array_append(array, any) -> array',
    'array_prepend(any, array) -> array',
    'array_cat(array, array) -> array',
    'array_remove(array, any) -> array',
    'array_replace(array, any, any) -> array',
    'array_to_string(array, text, text?) -> text',
    'string_to_array(text, text, text?) -> text[]',
  ]),
  ...family('set', 'set', [
    'generate_series(any, any, any?, text?) -> any',
    'generate_subscripts(array, integer, boolean?) -> integer',
    'unnest(array, array...) -> any',
    'string_to_table(text, text, text?) -> text',
    'regexp_split_to_table(text, text, text?) -> text',
    'regexp_matches(text, text, text?) -> text[]',
  ]),
];
