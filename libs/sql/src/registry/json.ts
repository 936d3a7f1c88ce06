import { family } from './entry.js';

export const JSON_FUNCTIONS = [
  ...family('json', 'scalar', ['json', 'jsonb'].flatMap((j) => [
    `${j}_array_length(json) -> integer`,
    `${j}_typeof(json) -> text`,
    `${j}_extract_path(json, text, text...) -> json`,
    `${j}_extract_path_text(json, text, text...) -> text`,
    `${j}_build_object(any...) -> json`,
    `${j}_build_array(any...) -> json`,
    `${j}_strip_nulls(json) -> json`,
  ])),
  ...family('json', 'scalar', [
    'to_json(any) -> json',
    'to_jsonb(any) -> json',
    'array_to_json(array) -> json',
    'jsonb_set(json, array, json, boolean?) -> json',
    'jsonb_insert(json, array, json, boolean?) -> json',
    'jsonb_pretty(json) -> text',
    'jsonb_delete_path(json, array) -> json',
    'jsonb_contains(json, json) -> boolean',
    'jsonb_contained(json, json) -> boolean',
    'jsonb_exists(json, text) -> boolean',
    'jsonb_path_exists(json, text, json?) -> boolean',
    'jsonb_path_match(json, text, json?) -> boolean',
    'jsonb_path_query_array(json, text, json?) -> json',
    'jsonb_path_query_first(json, text, json?) -> json',
    'jsonb_object(array, array?) -> json',
    'json_object(array, array?) -> json',
  ]),
  ...family('json', 'aggregate', [
    'json_agg(any) -> json', 'jsonb_agg(any) -> json',
    'json_object_agg(any, any) -> json', 'jsonb_object_agg(any, any) -> json',
  ]),
  ...family('json', 'set', [
    'json_array_elements(json) -> json (value)', 'jsonb_array_elements(json) -> json (value)',
    'json_array_elements_text(json) -> text (value)', 'jsonb_array_elements_text(json) -> text (value)',
    'json_each(json) -> row (key, value)', 'jsonb_each(json) -> row (key, value)',
    'json_each_text(json) -> row (key, value)', 'jsonb_each_text(json) -> row (key, value)',
    'json_object_keys(json) -> text', 'jsonb_object_keys(json) -> text',
    'jsonb_path_query(json, text, json?) -> json',
  ]),
];
