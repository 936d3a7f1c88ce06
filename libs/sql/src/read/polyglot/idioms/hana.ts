import type { CallExpr, Expr } from '@countersign/contracts';
import { HANA_TYPES } from '../../../dialects/hana.js';
import { typeFor } from '../../../dialects/type-names.js';
import { SERIES_TYPES } from '../../../registry/native/hana.js';
import type { Grammar } from '../grammar.js';
import { plainCall } from '../../plain-call.js';
import { HANA_ASIDES } from './hana-asides.js';
import { renamed } from './making.js';
import { RESERVED } from '../reserved-words.js';
import { treeNames } from './tree-names.js';

/** SAP HANA SQL Reference, "Operators". */
const BINDING: Grammar['binding'] = {
  or: 1, and: 2, not: 3, eq: 4, neq: 4, lt: 4, lte: 4, gt: 4, gte: 4, is_null: 4, between: 4, in: 4, like: 4, regexp_like: 4, any: 4, all: 4,
  concat: 5, d_pipe: 5, add: 6, sub: 6, mul: 7, div: 7, neg: 8, cast: 9,
};

const ALSO: Readonly<Record<string, string>> = { int: 'integer', dec: 'decimal', numeric: 'decimal', 'double precision': 'double', character: 'char', datetime: 'timestamp' };

/** ROUND(x, n, ROUND_DOWN): the mode reads as a column. */
function rounded(call: CallExpr): Expr | undefined {
  const [value, places, mode] = call.args;
  if (!value || !places || mode?.kind !== 'column' || mode.qualifier.length) return undefined;
  return mode.name === 'ROUND_DOWN' ? { ...call, name: 'round_down', args: [value, places] } : undefined;
}

export const HANA_GRAMMAR: Grammar = {
  dialect: 'hana',
  parseAs: 'generic',
  binding: BINDING,
  intersectFirst: true,
  operatorWords: {},
  convertIsCast: false,
  recursesUnsaid: true,
  likeRegexpr: true,
  tableFunctions: new Map<string, readonly string[]>([['json_table', []], ...SERIES_TYPES.map((type) => [`series_generate_${type}`, ['GENERATED_PERIOD_START', 'GENERATED_PERIOD_END', 'ELEMENT_NUMBER', 'FRACTION_OF_MIN_MAX_RANGE']] as const)]),
  operation: (op, left, right) => (op === 'regex' ? plainCall('like_regexpr', [left, right], {}) : undefined),
  asides: HANA_ASIDES,
  reserved: RESERVED.hana,
  nullsOrder: true,
  ownWords: new Set(['string_agg', 'like_regexpr']),
  idioms: { round: rounded, substr: renamed('substring'), ceiling: renamed('ceil'), now: (call) => (call.args.length ? undefined : { ...call, name: 'current_timestamp' }), trim: renamed('btrim'), 'ltrim…': renamed('trim_leading'), 'rtrim…': renamed('trim_trailing') },
  treeName: treeNames('hana'),
  typeOf: (name, modifiers) => typeFor(HANA_TYPES, ALSO, name, modifiers),
  fold: (name) => name.toUpperCase(),
  isNoTable: (name) => name === 'DUMMY',
  bareFunctions: { current_utcdate: 'current_utcdate', current_utctime: 'current_utctime', current_utctimestamp: 'current_utctimestamp' },
};
