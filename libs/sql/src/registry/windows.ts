import { family } from './entry.js';

export const WINDOWS = family('window', 'window', [
  'row_number() -> bigint',
  'rank() -> bigint',
  'dense_rank() -> bigint',
  'percent_rank() -> number',
  'cume_dist() -> number',
  'ntile(integer) -> integer',
  'lag(any, integer?, any?) -> any',
  'lead(any, integer?, any?) -> any',
  'first_value(any) -> any',
  'last_value(any) -> any',
  'nth_value(any, integer) -> any',
]);
