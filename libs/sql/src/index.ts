export { loadParsers } from './read/parsers.js';
export { readQuery } from './read/read-query.js';
export { digestOf } from './digest.js';
export { FUNCTIONS } from './registry/functions.js';
