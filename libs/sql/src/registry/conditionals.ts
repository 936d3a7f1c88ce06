import { family } from './entry.js';

export const CONDITIONALS = family('conditional', 'scalar', [
  'coalesce(any, any...) -> any',
  'nullif(any, any) -> any',
  'greatest(any, any...) -> any',
  'least(any, any...) -> any',
  'num_nulls(any, any...) -> integer',
  'num_nonnulls(any, any...) -> integer',
]);
