import type { CallExpr, Dialect, Expr } from '@countersign/contracts';
import { castType } from '../../../dialects/mysql.js';
import { refuse } from '../../../refusal.js';
import { DATE_FIELDS } from '../../../registry/dates.js';
import { plainCall } from '../../plain-call.js';
import type { Grammar, Idiom } from '../grammar.js';
import { MYSQL_ASIDES } from './mysql-asides.js';
import { treeNames } from './tree-names.js';

/** MySQL's grammar, from loose to tight (reference manual, 14.4.1); predicates bind tighter than comparisons, so they don't mix. */
const BINDING: Grammar['binding'] = {
  or: 1, xor: 2, and: 3, not: 4,
  eq: 6, neq: 6, lt: 6, lte: 6, gt: 6, gte: 6, null_safe_eq: 6, is_null: 6, is_true: 6, is_false: 6, between: 6, in: 6, like: 6, regexp_like: 6, any: 6, all: 6,
  bitwise_or: 7, bitwise_and: 8, bitwise_left_shift: 9, bitwise_right_shift: 9, add: 10, sub: 10, mul: 11, div: 11, int_div: 11, mod: 11, bitwise_xor: 12, neg: 13, bitwise_not: 13, cast: 15, collation: 15,
};

const renamed = (name: string): Idiom => (call) => ({ ...call, name });
const plain = (call: CallExpr): boolean => !call.distinct && !call.filter && call.orderBy.length === 0;
/** An idiom for exactly so many arguments. */
const taking = (count: number, make: (...args: Expr[]) => Expr): Idiom => (call) => (plain(call) && call.args.length === count ? make(...call.args) : undefined);
const field = (name: string): Idiom => taking(1, (value) => plainCall('extract', [{ kind: 'string', value: name }, value], {}));
const added = (op: '+' | '-'): Idiom => taking(2, (date, amount) => ({ kind: 'binary', op, left: date, right: isInterval(amount) ? amount : plainCall('interval', [{ kind: 'string', value: 'day' }, amount], {}) }));
const isInterval = (e: Expr): boolean => e.kind === 'call' && e.name === 'interval';

/** TIMESTAMPDIFF(MONTH, a, b): the unit reads as a column. */
const withUnit = (name: string): Idiom => (call) => {
  const [unit, ...rest] = call.args;
  const word = unit?.kind === 'column' && unit.qualifier.length === 0 ? unit.name.toLowerCase().replace(/^sql_tsi_/, '') : '';
  if (!DATE_FIELDS.has(word)) refuse('wrong-arguments', `${name} takes a unit first: day, month, year, …`, call.at);
  return plainCall(name, [{ kind: 'string', value: word }, ...rest], {});
};

const IDIOMS: Readonly<Record<string, Idiom>> = {
  if: taking(3, (when, then, otherwise) => ({ kind: 'case', branches: [{ when, then }], otherwise })),
  isnull: taking(1, (operand) => ({ kind: 'null-test', operand, negated: false })),
  ifnull: taking(2, (a, b) => plainCall('coalesce', [a, b], {})),
  nvl: taking(2, (a, b) => plainCall('coalesce', [a, b], {})),
  mod: taking(2, (left, right) => ({ kind: 'binary', op: '%', left, right })),
  row: (call) => (call.args.length > 1 ? { kind: 'row', items: call.args } : undefined),
  count: (call) => (call.distinct && call.args.length > 1 ? { ...call, name: 'count_distinct' } : undefined),
  log: (call) => (call.args.length === 1 ? { ...call, name: 'ln' } : undefined),
  locate: taking(2, (part, whole) => plainCall('position', [whole, part], {})),
  instr: taking(2, (whole, part) => plainCall('position', [whole, part], {})),
  ucase: renamed('upper'), lcase: renamed('lower'), substr: renamed('substring'), mid: renamed('substring'), character_length: renamed('char_length'), octet_length: renamed('octet_length'),
  ceiling: renamed('ceil'), pow: renamed('power'), std: renamed('stddev_pop'), stddev: renamed('stddev_pop'), variance: renamed('var_pop'), curdate: renamed('current_date'), curtime: renamed('current_time'),
  sha: renamed('sha1'), trim: renamed('btrim'), dateadd: (call) => refuse('unknown-function', 'dateadd is not a function a query may use', call.at, ['date_add']),
  year: field('year'), quarter: field('quarter'), month: field('month'), day: field('day'), dayofmonth: field('day'), hour: field('hour'), minute: field('minute'), second: field('second'),
  date_add: added('+'), adddate: added('+'), date_sub: added('-'), subdate: added('-'),
  timestampdiff: withUnit('timestampdiff'), timestampadd: withUnit('timestampadd'),
  // Grammar of their own.
  'json_extract…': (call) => call,
  'json_extract_scalar…': (call) => plainCall('json_unquote', [{ ...call, name: 'json_extract' }], {}),
  'ltrim…': (call) => (call.args.length === 2 ? { ...call, name: 'trim_leading' } : undefined),
  'rtrim…': (call) => (call.args.length === 2 ? { ...call, name: 'trim_trailing' } : undefined),
};

const grammarOf = (dialect: Dialect): Grammar => ({
  dialect,
  parseAs: 'mysql',
  binding: BINDING,
  intersectFirst: true,
  operatorWords: { '&&': 'AND', '||': 'OR' },
  convertIsCast: true,
  noFullJoin: true,
  crossIsInner: true,
  tableFunctions: new Map([['json_table', []]]),
  asides: MYSQL_ASIDES,
  otherWords: { distinctrow: 'DISTINCT', straight_join: 'JOIN' },
  nullsOrder: false,
  idioms: IDIOMS,
  collations: { [dialect === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin']: 'by_code_point', utf8mb4_bin: 'by_code_point_padded' },
  treeName: treeNames(dialect),
  typeOf: castType,
  fold: (name) => name,
  isNoTable: (name) => name.toLowerCase() === 'dual',
  interval: (amount, unit, at) => (DATE_FIELDS.has(unit) ? plainCall('interval', [{ kind: 'string', value: unit }, amount], at) : refuse('forbidden-node', `intervals of ${unit} are not allowed`)),
  operation(op, left, right) {
    if (op === '#') return plainCall('bitwise_xor', [left, right], {});
    return op === 'regex' ? plainCall('regexp', [left, right], {}) : undefined;
  },
});

export const MYSQL_GRAMMAR = grammarOf('mysql');
export const MARIADB_GRAMMAR = grammarOf('mariadb');
