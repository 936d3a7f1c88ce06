import type { ConditionFact, Expr, PeriodFact } from '@countersign/contracts';
import { columnsIn, textOf, type Names } from './names.js';

/** What is written down: text, number, date, truth; undefined: it is worked out. */
function written(expr: Expr): string | undefined {
  if (expr.kind === 'string' || expr.kind === 'typed-literal') return expr.value;
  if (expr.kind === 'number') return expr.text;
  if (expr.kind === 'boolean') return String(expr.value);
  return expr.kind === 'cast' ? written(expr.operand) : undefined;
}

const FLIPPED = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
type Shape = Pick<ConditionFact, 'op' | 'values'>;

function shapeOf(expr: Expr): Shape {
  switch (expr.kind) {
    case 'binary': {
      if (!(expr.op in FLIPPED)) return { op: 'other', values: [] };
      const op = expr.op as keyof typeof FLIPPED;
      const [left, right] = [written(expr.left), written(expr.right)];
      return right !== undefined ? { op, values: [right] } : left !== undefined ? { op: FLIPPED[op], values: [left] } : { op: 'other', values: [] };
    }
    case 'in-list': return { op: expr.negated ? 'not in' : 'in', values: expr.items.map((item) => written(item) ?? '?').sort() };
    case 'between': return { op: expr.negated ? 'not between' : 'between', values: [written(expr.low) ?? '?', written(expr.high) ?? '?'] };
    case 'like': return { op: expr.negated ? 'not like' : 'like', values: [written(expr.pattern) ?? '?'] };
    case 'null-test': return { op: expr.negated ? 'is not null' : 'is null', values: [] };
    case 'column': return { op: 'true', values: [] };
    case 'boolean-test': return { op: (expr.value === true) !== expr.negated ? 'true' : 'false', values: [] };
    case 'unary': return expr.op === 'not' ? negated(shapeOf(expr.operand)) : { op: 'other', values: [] };
    default: return { op: 'other', values: [] };
  }
}

const OPPOSITES: Readonly<Partial<Record<ConditionFact['op'], ConditionFact['op']>>> = {
  '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<', in: 'not in', 'not in': 'in', between: 'not between', 'not between': 'between',
  like: 'not like', 'not like': 'like', 'is null': 'is not null', 'is not null': 'is null', true: 'false', false: 'true',
};
const negated = ({ op, values }: Shape): Shape => ({ op: OPPOSITES[op] ?? 'other', values });

/** One condition as a fact; a comparison of two columns is a join and none. */
export function conditionOf(expr: Expr, names: Names, ofGroups: boolean): ConditionFact {
  return { columns: columnsIn(expr, names), ...shapeOf(expr), ofGroups, text: textOf(expr, names), ...(expr.at === undefined ? {} : { at: expr.at }) };
}

const DAY = /^\d{4}-\d\d-\d\d/;

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The range of days a condition says; undefined: it says none. */
export function rangeOf(expr: Expr, { columns: [column, more], op, values: [first = '', second = ''] }: ConditionFact): Omit<PeriodFact, 'at'> | undefined {
  if (column === undefined || more !== undefined) return undefined;
  const year = op === '=' && /^\d{4}$/.test(first) && /"(?:value|name)":"year"/.test(JSON.stringify(expr)) ? first : undefined;
  if (year !== undefined) return { column, from: `${year}-01-01`, before: `${Number(year) + 1}-01-01` };
  if (!DAY.test(first)) return undefined;
  switch (op) {
    case '>=': return { column, from: first.slice(0, 10), before: null };
    case '>': return { column, from: dayAfter(first), before: null };
    case '<': return { column, from: null, before: first.slice(0, 10) };
    case '<=': return { column, from: null, before: dayAfter(first) };
    case '=': return { column, from: first.slice(0, 10), before: dayAfter(first) };
    case 'between': return DAY.test(second) ? { column, from: first.slice(0, 10), before: dayAfter(second) } : undefined;
    default: return undefined;
  }
}
