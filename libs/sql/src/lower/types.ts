import type { CallExpr, ColumnClass, Expr } from '@countersign/contracts';
import { FUNCTIONS } from '../registry/functions.js';
import { columnType, outputTypes, type Env } from './env.js';
import { own } from '../own.js';

export type ValueType = ColumnClass;

const CANONICAL: Readonly<Record<string, ValueType>> = {
  smallint: 'integer', integer: 'integer', bigint: 'integer', numeric: 'number', real: 'number', double: 'number', number: 'number', money: 'number', boolean: 'boolean',
  text: 'text', varchar: 'text', char: 'text', uuid: 'text', date: 'date', timestamp: 'timestamp', timestamptz: 'timestamp', time: 'time', interval: 'interval',
};
const WHOLE_FIELDS = new Set(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'dow', 'doy', 'isodow', 'isoyear']);
const CONDITIONS: ReadonlySet<Expr['kind']> = new Set<Expr['kind']>(['boolean', 'logical', 'null-test', 'boolean-test', 'distinct-test', 'between', 'in-list', 'in-query', 'like', 'exists', 'quantified']);
const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=', '@>', '<@', '&&', '?']);

/** The kind of value an expression has by PostgreSQL's rules. */
export function typeOf(e: Expr, env: Env): ValueType | undefined {
  if (CONDITIONS.has(e.kind)) return 'boolean';
  switch (e.kind) {
    case 'column': return columnType(e, env);
    case 'number': return /^\d+$/.test(e.text) ? 'integer' : 'number';
    case 'string': return 'text';
    case 'typed-literal': return e.type === 'timestamptz' ? 'timestamp' : e.type;
    case 'cast': return e.type.array ? 'other' : own(CANONICAL, e.type.name) ?? 'other';
    case 'unary': return e.op === 'not' ? 'boolean' : typeOf(e.operand, env);
    case 'binary': return COMPARISONS.has(e.op) ? 'boolean' : operationType(e.op, typeOf(e.left, env), typeOf(e.right, env));
    case 'case': return firstKnown([...e.branches.map((b) => b.then), ...(e.otherwise ? [e.otherwise] : [])], env);
    case 'subquery': return outputTypes(e.query, env)[0]?.type;
    case 'call': return callType(e, env);
    case 'array': case 'row': return 'other';
    case 'at-time-zone': return 'timestamp';
    default: return undefined;
  }
}

function operationType(op: string, left: ValueType | undefined, right: ValueType | undefined): ValueType | undefined {
  if (op === '||' || op === '->>' || op === '#>>') return 'text';
  if (op === '->' || op === '#>') return 'other';
  if (left === 'date' || right === 'date') {
    if (left === 'date' && right === 'date') return 'integer';
    return left === 'interval' || right === 'interval' ? 'timestamp' : 'date';
  }
  if (left === 'timestamp' || right === 'timestamp') return left === right ? 'interval' : 'timestamp';
  if (left === 'interval' || right === 'interval') return 'interval';
  if (op === '^') return 'number';
  if (left === 'integer' && right === 'integer') return 'integer';
  if (op !== '/' && (left === 'whole' || left === 'integer') && (right === 'whole' || right === 'integer')) return 'whole';
  return left === undefined && right === undefined ? undefined : left === 'number' || right === 'number' || op === '/' ? numberUnlessUnknown(left, right) : undefined;
}

/** A number with anything is a number, never an integer: `x / 2.0` is not truncated whatever x is. */
function numberUnlessUnknown(left: ValueType | undefined, right: ValueType | undefined): ValueType | undefined {
  return left === 'number' || right === 'number' || left === 'whole' || right === 'whole' ? 'number' : undefined;
}

/** A string literal takes the type of what stands beside it; NULL has none. */
function firstKnown(list: readonly Expr[], env: Env): ValueType | undefined {
  const types = list.filter((e) => e.kind !== 'null').map((e) => typeOf(e, env));
  if (types.includes('number')) return 'number';
  return types.find((t, i) => t !== undefined && list[i]?.kind !== 'string') ?? types[0];
}

const SAME_AS_ARGUMENT = new Set(['min', 'max', 'any_value', 'abs', 'lag', 'lead', 'first_value', 'last_value', 'nth_value', 'mode', 'mod', 'percentile_disc']);

function callType(e: CallExpr, env: Env): ValueType | undefined {
  if (SAME_AS_ARGUMENT.has(e.name)) return firstKnown(e.withinGroup.length ? e.withinGroup.map((o) => o.expr) : e.args.slice(0, 1), env);
  if (e.name === 'coalesce' || e.name === 'greatest' || e.name === 'least') return firstKnown(e.args, env);
  if (e.name === 'nullif') return firstKnown(e.args.slice(0, 1), env);
  if (e.name === 'sum') return sumType(firstKnown(e.args, env));
  if (e.name === 'extract' || e.name === 'date_part') return e.args[0]?.kind === 'string' && WHOLE_FIELDS.has(e.args[0].value) ? 'whole' : 'number';
  if (e.name === 'ceil' || e.name === 'ceiling' || e.name === 'floor' || (e.name === 'round' && e.args.length === 1)) return 'number';
  return CANONICAL[FUNCTIONS.get(e.name)?.returns ?? ''];
}

/** sum keeps integers, intervals and fractions apart. */
const sumType = (type: ValueType | undefined): ValueType | undefined => (type === 'whole' ? 'number' : type);
