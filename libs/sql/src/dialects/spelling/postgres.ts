import { FUNCTIONS } from '../../registry/functions.js';
import { asNamed, type Spelling } from './spelling.js';

/** The canonical dialect is PostgreSQL's: every name is its own, but for those with a grammar of their own. */
export const POSTGRES_SPELLING: Spelling = {
  ...asNamed(...FUNCTIONS.keys()),
  array_of: 'ARRAY{0}',
  collate: '({0} COLLATE {1:name})',
  current_date: 'CURRENT_DATE',
  current_time: 'CURRENT_TIME',
  current_timestamp: 'CURRENT_TIMESTAMP',
  localtime: 'LOCALTIME',
  localtimestamp: 'LOCALTIMESTAMP',
  extract: 'EXTRACT({0:word} FROM {1})',
  overlaps: '(({0}, {1}) OVERLAPS ({2}, {3}))',
  position: 'POSITION({1} IN {0})',
  substring: 'SUBSTRING({0} FROM {1}[ FOR {2}])',
  overlay: 'OVERLAY({0} PLACING {1} FROM {2}[ FOR {3}])',
};
