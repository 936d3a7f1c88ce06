import type { Expr, Query } from '@countersign/contracts';

/** The number that an expression says without looking at any row, roughly (it is for bounds); undefined when rows decide. */
export function constantNumber(e: Expr | undefined): number | undefined {
  switch (e?.kind) {
    case 'number': return Number(e.text);
    case 'string': return e.value.trim() === '' || Number.isNaN(Number(e.value)) ? undefined : Number(e.value);
    case 'cast': return constantNumber(e.operand);
    case 'unary': return signed(e.op, constantNumber(e.operand));
    case 'binary': return calculated(e.op, constantNumber(e.left), constantNumber(e.right));
    case 'subquery': return constantNumber(onlyValue(e.query));
    case 'call': return e.name === 'power' || e.name === 'pow' ? calculated('^', constantNumber(e.args[0]), constantNumber(e.args[1])) : wrapped(e.name, e.args);
    default: return undefined;
  }
}

/** What a number can't exceed: itself, or the least of what LEAST chooses from. */
export function numberBound(e: Expr | undefined): number | undefined {
  const value = constantNumber(e);
  if (value !== undefined) return value;
  if (e?.kind === 'cast') return numberBound(e.operand);
  if (e?.kind !== 'call' || e.name !== 'least') return undefined;
  const bounds = e.args.map(numberBound).filter((b) => b !== undefined);
  return bounds.length ? Math.min(...bounds) : undefined;
}

function wrapped(name: string, args: readonly Expr[]): number | undefined {
  if (name === 'abs') return mapped(Math.abs, constantNumber(args[0]));
  const one = ['round', 'floor', 'ceil', 'ceiling', 'trunc'].includes(name) ? constantNumber(args[0]) : undefined;
  if (one !== undefined) return one;
  const all = args.map(constantNumber);
  if (!all.every((n) => n !== undefined)) return undefined;
  if (name === 'greatest') return Math.max(...all);
  if (name === 'least') return Math.min(...all);
  return name === 'coalesce' ? all[0] : undefined;
}

const mapped = (f: (n: number) => number, n: number | undefined): number | undefined => (n === undefined ? undefined : f(n));

function signed(op: string, n: number | undefined): number | undefined {
  return op === '-' ? mapped((x) => -x, n) : op === '+' ? n : undefined;
}

function calculated(op: string, a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    case '%': return a % b;
    case '^': return a ** b;
    default: return undefined;
  }
}

/** The one value of a subquery that reads nothing. */
function onlyValue({ body }: Query): Expr | undefined {
  if (body.kind === 'query') return onlyValue(body);
  return body.kind === 'select' && body.from.length === 0 && body.items.length === 1 ? body.items[0]!.expr : undefined;
}

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_629_800, year: 31_557_600 };

/** Seconds of an interval written as `3 month` or `1 day 02:00`; since 1970 for a date or timestamp. */
export function constantSeconds(e: Expr | undefined): number | undefined {
  if (e?.kind === 'cast') return constantSeconds(e.operand);
  if (e?.kind !== 'typed-literal' && e?.kind !== 'string') return undefined;
  if (/^\s*\d{4}-\d\d?-\d\d?/.test(e.value)) return mapped((ms) => ms / 1000, Number.isNaN(Date.parse(e.value)) ? undefined : Date.parse(e.value));
  let seconds = 0;
  for (const [, count, unit] of e.value.matchAll(/([+-]?\d+(?:\.\d+)?)\s*(second|sec|minute|min|hour|day|week|month|mon|year)s?\b/gi)) seconds += Number(count) * SECONDS[LONG[unit!.toLowerCase()] ?? unit!.toLowerCase()]!;
  return seconds === 0 ? undefined : seconds;
}
const LONG: Readonly<Record<string, string>> = { sec: 'second', min: 'minute', mon: 'month' };
