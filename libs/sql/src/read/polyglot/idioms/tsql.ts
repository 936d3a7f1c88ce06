import { TSQL_TYPES } from '../../../dialects/tsql.js';
import { typeFor } from '../../../dialects/type-names.js';
import type { Grammar } from '../grammar.js';
import { renamed, taking, withWord } from './making.js';
import { RESERVED } from '../reserved-words.js';
import { treeNames } from './tree-names.js';
import { TSQL_ASIDES } from './tsql-asides.js';
import { own } from '../../../own.js';

/** Transact-SQL, "Operator precedence": bits bind like sums; predicates like comparisons. */
const BINDING: Grammar['binding'] = {
  or: 1, and: 2, not: 3,
  eq: 4, neq: 4, lt: 4, lte: 4, gt: 4, gte: 4, is_null: 4, between: 4, in: 4, like: 4, any: 4, all: 4,
  add: 5, sub: 5, bitwise_and: 5, bitwise_or: 5, bitwise_xor: 5, mul: 6, div: 6, mod: 6, neg: 7, bitwise_not: 7, collation: 8, at_time_zone: 8, cast: 9,
};

/** Short forms of the parts of a date; each is read as its full name. */
const PARTS = new Map(Object.entries({
  year: ['yyyy', 'yy'], quarter: ['qq', 'q'], month: ['mm', 'm'], dayofyear: ['dy', 'y'], day: ['dd', 'd'], week: ['wk', 'ww'], iso_week: ['isowk', 'isoww'], weekday: ['dw', 'w'], hour: ['hh'], minute: ['mi', 'n'], second: ['ss', 's'],
  millisecond: ['ms'], microsecond: ['mcs'], nanosecond: ['ns'], tzoffset: ['tz'],
}).flatMap(([name, short]) => [name, ...short].map((word): [string, string] => [word, name])));
const withPart = withWord(PARTS);

const ALSO: Readonly<Record<string, string>> = {
  integer: 'int', dec: 'decimal', numeric: 'decimal', character: 'char', 'double precision': 'float', doubleprecision: 'float', double: 'float', varyingcharacter: 'varchar', nationalcharacter: 'nchar', rowversion: 'timestamp',
};
/** Types whose numbers are left out have other defaults than the canonical ones. */
const PLAIN: Readonly<Record<string, string>> = { decimal: 'plain decimal', dec: 'plain decimal', numeric: 'plain decimal', nvarchar: 'plain nvarchar', nchar: 'plain nchar' };

export const TSQL_GRAMMAR: Grammar = {
  dialect: 'tsql',
  parseAs: 'tsql',
  binding: BINDING,
  intersectFirst: true,
  operatorWords: {},
  convertIsCast: false,
  typeFirst: true,
  recursesUnsaid: true,
  reserved: RESERVED.tsql,
  nullsOrder: false,
  idioms: {
    ...Object.fromEntries(['dateadd', 'datediff', 'datediff_big', 'datepart', 'datename', 'datetrunc'].map((name) => [name, withPart])),
    iif: taking(3, (when, then, otherwise) => ({ kind: 'case', branches: [{ when, then }], otherwise })),
    json_object: renamed('json_object_of'), json_objectagg: renamed('json_objectagg'), trim: renamed('btrim'), format: renamed('format_value'),
    // Other engines' names, which the models that write SQL mix in.
    substr: renamed('substring'), length: renamed('len'), stddev_samp: renamed('stddev_samp'), stddev_pop: renamed('stddev_pop'), var_samp: renamed('var_samp'), var_pop: renamed('var_pop'), ceil: renamed('ceil'),
  },
  treeName: treeNames('tsql'),
  typeOf: (name, modifiers) => (modifiers.length === 0 && own(PLAIN, name) !== undefined ? { name: own(PLAIN, name)!, modifiers: [], array: false } : typeFor(TSQL_TYPES, ALSO, name, modifiers)),
  fold: (name) => name,
  isNoTable: () => false,
  castsAreLiterals: true,
  collations: 'any',
  equalsNames: true,
  asides: TSQL_ASIDES,
  ignoresNulls: true,
  pivotNames: true,
  tableFunctions: new Map([['openjson', ['key', 'value', 'type']], ['string_split', ['value', 'ordinal']]]),
  onlyOn: true,
  documents: true,
  ownWords: new Set(['pivot', 'unpivot']),
};
