import type { CallExpr, Dialect, Expr, Query } from '@countersign/contracts';
import { ORACLE_TYPES } from '../../../dialects/oracle.js';
import { rulesOf } from '../../../dialects/rules-of.js';
import { typeFor } from '../../../dialects/type-names.js';
import { refuse } from '../../../refusal.js';
import { countsRows } from '../../../rewrite/limit-form.js';
import { walk } from '../../../walk.js';
import { plainCall } from '../../plain-call.js';
import type { Grammar } from '../grammar.js';
import { renamed } from './making.js';
import { RESERVED } from '../reserved-words.js';
import { ORACLE_ASIDES } from './oracle-asides.js';
import { treeNames } from './tree-names.js';

/** SQL Language Reference, "Operator Precedence" and "Condition Precedence". */
const BINDING: Grammar['binding'] = {
  or: 1, and: 2, not: 3, is_null: 5, between: 5, in: 5, like: 5, any: 5, all: 5, eq: 6, neq: 6, lt: 6, lte: 6, gt: 6, gte: 6,
  add: 7, sub: 7, concat: 7, d_pipe: 7, mul: 8, div: 8, mod: 8, neg: 9, at_time_zone: 10, cast: 10,
};

const ALSO: Readonly<Record<string, string>> = {
  int: 'integer', decimal: 'number', dec: 'number', numeric: 'number', varchar: 'varchar2', nvarchar: 'nvarchar2', 'double precision': 'binary_double', character: 'char',
};

const ORACLE_UNITS = new Set(['year', 'month', 'day', 'hour', 'minute', 'second']);

const trimmed = (name: string) => (call: CallExpr): Expr => ({ ...call, name });

function grammar(dialect: Dialect): Grammar {
  return {
    dialect,
    parseAs: 'oracle',
    binding: BINDING,
    intersectFirst: false,
    operatorWords: {},
    convertIsCast: false,
    recursesUnsaid: true,
    reserved: RESERVED[dialect],
    nullsOrder: true,
    idioms: { json_object: renamed('json_object_of'), json_objectagg: renamed('json_objectagg'), trim: renamed('btrim'), 'ltrim…': trimmed('trim_leading'), 'rtrim…': trimmed('trim_trailing') },
    treeName: treeNames(dialect),
    typeOf: (name, modifiers) => typeFor(ORACLE_TYPES, ALSO, name, modifiers),
    fold: (name) => name.toUpperCase(),
    isNoTable: (name) => name === 'DUAL',
    pseudoColumns: { Rownum: 'rownum', Sysdate: 'sysdate' },
    interval: (amount, unit, at) => (amount.kind === 'string' && (ORACLE_UNITS.has(unit) || unit.includes(' ')) ? plainCall('interval', [{ kind: 'string', value: unit }, amount], at) : refuse('forbidden-node', 'an interval of this form is not allowed')),
    bareFunctions: { sysdate: 'sysdate', systimestamp: 'systimestamp', rownum: 'rownum' },
    outerMarks: true,
    asides: ORACLE_ASIDES,
    otherWords: { unique: 'DISTINCT' },
    ignoresNulls: true,
    anyOfList: true,
    countsLevels: true,
    tableFunctions: new Map([['json_table', []]]),
    intervalSpans: true,
    ownWords: new Set(['pivot', 'unpivot', 'year', 'month', 'day', 'hour', 'minute', 'second', 'to']),
    query: (query) => limitedByRownum(query, dialect),
    // The parser takes the infix MOD, which PL/SQL has, for %.
    operation: (op, left, right) => (op === '%' ? plainCall('mod', [left, right], {}) : undefined),
  };
}

/** `WHERE … AND ROWNUM <= n` of a query that does not sort or group is its limit. */
function limitedByRownum(query: Query, dialect: Dialect): Query {
  const { body } = query;
  if (query.limit !== null || body.kind !== 'select' || !body.where || !countsRows(query, rulesOf(dialect))) return query;
  const conditions = body.where.kind === 'logical' && body.where.op === 'and' ? body.where.operands : [body.where];
  const last = conditions.at(-1)!;
  const limit = rownumBound(last);
  const others = conditions.slice(0, -1);
  if (limit === undefined || mentionsRownum(others)) return query;
  const { where: _where, ...rest } = body;
  const where: { where?: Expr } = others.length > 1 ? { where: { ...body.where, operands: others } as Expr } : others[0] ? { where: others[0] } : {};
  return { ...query, body: { ...rest, ...where }, limit };
}

const isRownum = (e: Expr): boolean => e.kind === 'call' && e.name === 'rownum';

function rownumBound(e: Expr): number | undefined {
  if (e.kind !== 'binary' || !isRownum(e.left) || e.right.kind !== 'number' || !/^\d{1,15}$/.test(e.right.text)) return undefined;
  const bound = Number(e.right.text);
  if (e.op === '<=') return bound;
  if (e.op === '<') return Math.max(0, bound - 1);
  return e.op === '=' && bound === 1 ? 1 : undefined;
}

function mentionsRownum(tree: unknown): boolean {
  let found = false;
  walk<Expr | Query>(tree, (node) => {
    if (node.kind === 'query') return false;
    if (node.kind === 'call' && node.name === 'rownum') found = true;
    return true;
  });
  return found;
}

export const ORACLE_GRAMMAR = grammar('oracle');
export const ORACLE11_GRAMMAR = grammar('oracle11');
