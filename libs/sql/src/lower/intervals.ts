import type { BinaryExpr, Expr } from '@countersign/contracts';
import { value } from './expr.js';
import { lacks, number, type Low } from './lowering.js';
import { said } from './template.js';
import { typeOf } from './types.js';

/** An interval in the three parts that PostgreSQL keeps apart, times a factor. */
interface Interval {
  months: number;
  days: number;
  seconds: number;
  times: Expr | undefined;
}

/** How an engine moves a date: templates of the date `_0` and a whole number `_1`; differences of `_0` and an earlier `_1`. */
export interface DateArithmetic {
  addMonths: string;
  addDays: string;
  addSeconds: string;
  daysBetween: string;
}

const UNITS: Readonly<Record<string, readonly ['months' | 'days' | 'seconds', number]>> = {
  year: ['months', 12], yr: ['months', 12], quarter: ['months', 3], month: ['months', 1], mon: ['months', 1], week: ['days', 7], day: ['days', 1],
  hour: ['seconds', 3600], hr: ['seconds', 3600], minute: ['seconds', 60], min: ['seconds', 60], second: ['seconds', 1], sec: ['seconds', 1],
};

/** `1 year 6 months`, `-3 days`, `12:30:00`; undefined for what is written otherwise. */
function parsed(text: string): Omit<Interval, 'times'> | undefined {
  const parts = { months: 0, days: 0, seconds: 0 };
  const words = text.trim().toLowerCase().split(/\s+/);
  for (let i = 0; i < words.length; i++) {
    const clock = /^(\d+):(\d\d)(?::(\d\d))?$/.exec(words[i]!);
    if (clock) {
      parts.seconds += Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
      continue;
    }
    const unit = UNITS[words[i + 1]?.replace(/s$/, '') ?? ''];
    if (!/^[+-]?\d+$/.test(words[i]!) || !unit) return undefined;
    parts[unit[0]] += Number(words[i]) * unit[1];
    i++;
  }
  return parts;
}

function intervalOf(low: Low, e: Expr): Interval | undefined {
  if (e.kind === 'typed-literal' && e.type === 'interval') {
    const parts = parsed(e.value) ?? lacks(low, `the interval ${e.value}`, e.at);
    return { ...parts, times: undefined };
  }
  if (e.kind !== 'binary' || e.op !== '*') return undefined;
  const [left, right] = [intervalOf(low, e.left), intervalOf(low, e.right)];
  const [interval, factor] = left ? [left, e.right] : [right, e.left];
  if (!interval || interval.times || typeOf(factor, low.env) !== 'integer') return undefined;
  return { ...interval, times: value(low, factor) };
}

/** Sums and differences in which a date takes part; undefined when none does. */
export function dateArithmetic(low: Low, e: BinaryExpr, engine: DateArithmetic): Expr | undefined {
  if (e.op !== '+' && e.op !== '-') return undefined;
  const [left, right] = [typeOf(e.left, low.env), typeOf(e.right, low.env)];
  const date = (t: typeof left): boolean => t === 'date' || t === 'timestamp';
  if (right === 'interval' && left !== 'interval') return moved(low, e.left, e.right, e.op === '-' ? -1 : 1, engine);
  if (left === 'interval' && right !== 'interval' && e.op === '+') return moved(low, e.right, e.left, 1, engine);
  if (left === 'date' && right === 'date' && e.op === '-') return said(engine.daysBetween, value(low, e.left), value(low, e.right));
  if (date(left) && date(right)) return lacks(low, 'the interval between two times', e.at);
  if (left === 'date' && right === 'integer') return tidy(said(engine.addDays, value(low, e.left), signed(value(low, e.right), e.op === '-' ? -1 : 1)));
  if (right === 'date' && left === 'integer' && e.op === '+') return said(engine.addDays, value(low, e.right), value(low, e.left));
  if (left === 'interval' || right === 'interval' || date(left) || date(right)) return lacks(low, 'this sum of dates', e.at);
  return undefined;
}

function moved(low: Low, date: Expr, by: Expr, sign: 1 | -1, engine: DateArithmetic): Expr {
  const interval = intervalOf(low, by) ?? lacks(low, 'an interval that is not written out', by.at);
  const step = (template: string, amount: number, to: Expr): Expr => {
    if (amount === 0) return to;
    const { times } = interval;
    if (!times) return tidy(said(template, to, signed(number(Math.abs(amount)), amount * sign < 0 ? -1 : 1)));
    const all: Expr = Math.abs(amount) === 1 ? times : { kind: 'binary', op: '*', left: times, right: number(Math.abs(amount)) };
    return tidy(said(template, to, signed(all, amount * sign < 0 ? -1 : 1)));
  };
  const byMonths = step(engine.addMonths, interval.months, value(low, date));
  return step(engine.addSeconds, interval.seconds, step(engine.addDays, interval.days, byMonths));
}

const signed = (e: Expr, sign: 1 | -1): Expr => (sign === 1 ? e : { kind: 'unary', op: '-', operand: e });

/** `d + (- 7)` is said `d - 7`. */
function tidy(e: Expr): Expr {
  if (e.kind !== 'binary' || e.op !== '+' || e.right.kind !== 'unary' || e.right.op !== '-') return e;
  return { ...e, op: '-', right: e.right.operand };
}
