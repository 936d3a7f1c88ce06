import type { BinaryExpr, CallExpr, CastExpr, Expr, LikeExpr, Query } from '@countersign/contracts';
import { aggregated, isAggregate } from './aggregates.js';
import { addTo, intervalOf } from './dates.js';
import { scalarOf } from './functions.js';
import { compileQuery } from './query.js';
import { findColumn, type CompiledQuery, type Evaluate, type Frame, type Scope } from './scope.js';
import { CannotFollow, compareValues, DAY_MS, dateOf, Duration, keyOf, keysOf, Moment, momentOf, numberOf, textOf, truthOf, type Value } from './value.js';

/** What an expression may stand on besides its row. */
export interface Context {
  scope: Scope;
  /** Where window calls are put down; absent: none may stand here. */
  windows?: CallExpr[];
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (o) => o === 0, '<>': (o) => o !== 0, '<': (o) => o < 0, '<=': (o) => o <= 0, '>': (o) => o > 0, '>=': (o) => o >= 0,
};

const negate = (value: boolean | null, negated: boolean): boolean | null => (value === null || !negated ? value : !value);

/** An expression as a function of a row. */
export function compileExpr(expr: Expr, ctx: Context): Evaluate {
  const own = (e: Expr): Evaluate => compileExpr(e, ctx);
  switch (expr.kind) {
    case 'number': { const value = Number(expr.text); return () => value; }
    case 'string': { const { value } = expr; return () => value; }
    case 'boolean': { const { value } = expr; return () => value; }
    case 'null': return () => null;
    case 'typed-literal': { const value = literal(expr.type, expr.value); return () => value; }
    case 'column': return findColumn(ctx.scope, expr.qualifier, expr.name);
    case 'unary': return unary(expr.op, own(expr.operand));
    case 'binary': return binary(expr, own(expr.left), own(expr.right));
    case 'logical': return logical(expr.op, expr.operands.map(own));
    case 'null-test': { const operand = own(expr.operand); return (f) => (operand(f) === null) !== expr.negated; }
    case 'boolean-test': { const operand = own(expr.operand); return (f) => { const v = operand(f); return ((expr.value === 'unknown' ? v === null : v !== null && truthOf(v) === expr.value)) !== expr.negated; }; }
    case 'distinct-test': { const [l, r] = [own(expr.left), own(expr.right)]; return (f) => (keyOf(l(f)) !== keyOf(r(f))) !== expr.negated; }
    case 'between': return between(own(expr.operand), own(expr.low), own(expr.high), expr.negated);
    case 'in-list': return inList(own(expr.operand), expr.items.map(own), expr.negated);
    case 'like': return like(expr, own(expr.operand), own(expr.pattern));
    case 'case': return caseOf(expr.operand && own(expr.operand), expr.branches.map((b) => [own(b.when), own(b.then)]), expr.otherwise && own(expr.otherwise));
    case 'cast': return cast(expr, own(expr.operand));
    case 'at-time-zone': return own(expr.operand);
    case 'call': return call(expr, ctx);
    default: return withQuery(expr, ctx);
  }
}

function withQuery(expr: Expr, ctx: Context): Evaluate {
  switch (expr.kind) {
    case 'exists': { const rows = rowsOf(expr.query, ctx); return (f) => rows(f).length > 0; }
    case 'subquery': { const rows = rowsOf(expr.query, ctx); return (f) => rows(f)[0]?.[0] ?? null; }
    case 'in-query': return inQuery(expr.operand.kind === 'row' ? expr.operand.items.map((e) => compileExpr(e, ctx)) : [compileExpr(expr.operand, ctx)], expr.query, { ctx, negated: expr.negated });
    case 'quantified': {
      const left = compileExpr(expr.left, ctx);
      const values = listed(expr.right, ctx);
      const test = COMPARISONS[expr.op] as (order: number) => boolean;
      return (f) => { const given = left(f); return combined(expr.quantifier === 'any' ? 'or' : 'and', values(f).map((v) => { const o = compareValues(given, v); return o === undefined ? null : test(o); })); };
    }
    default: throw new CannotFollow(`${expr.kind} here`);
  }
}

function listed(right: Query | Expr, ctx: Context): (frame: Frame) => Value[] {
  if (right.kind === 'query') { const rows = rowsOf(right, ctx); return (f) => rows(f).map((row) => row[0] ?? null); }
  if (right.kind !== 'array') throw new CannotFollow('this list');
  const items = right.items.map((item) => compileExpr(item, ctx));
  return (f) => items.map((item) => item(f));
}

const results = new WeakMap<CompiledQuery, readonly (readonly Value[])[]>();

/** The rows of a subquery; they are worked out once when they depend on no row around it. */
export function rowsOf(query: Query, { scope }: Context): (frame: Frame) => readonly (readonly Value[])[] {
  const compiled = compileQuery(query, { outer: scope, ctes: scope.ctes, world: scope.world });
  return (frame) => {
    if (compiled.correlated) return compiled.run(frame);
    const known = results.get(compiled) ?? compiled.run(undefined);
    results.set(compiled, known);
    return known;
  };
}

function inQuery(operands: Evaluate[], query: Query, { ctx, negated }: { ctx: Context; negated: boolean }): Evaluate {
  const rows = rowsOf(query, ctx);
  let last: { rows: readonly (readonly Value[])[]; keys: Set<string>; unknown: boolean } | undefined;
  return (f) => {
    const found = rows(f);
    if (last?.rows !== found) last = { rows: found, keys: new Set(found.map((row) => keysOf(row.slice(0, operands.length)))), unknown: found.some((row) => row.includes(null)) };
    const given = operands.map((operand) => operand(f));
    if (found.length === 0) return negated;
    if (given.includes(null)) return null;
    return negate(last.keys.has(keysOf(given)) ? true : last.unknown ? null : false, negated);
  };
}

function literal(type: string, value: string): Value {
  if (type === 'interval') return intervalOf(value);
  const moment = momentOf(value);
  if (!moment) throw new CannotFollow(`${type} '${value}'`);
  return type === 'date' ? moment : new Moment(moment.ms, false);
}

function unary(op: string, operand: Evaluate): Evaluate {
  if (op === 'not') return (f) => { const v = truthOf(operand(f)); return v === null ? null : !v; };
  if (op === '-') return (f) => { const v = operand(f); return v === null ? null : v instanceof Duration ? new Duration(-v.months, -v.ms) : -numberOf(v); };
  if (op === '+') return operand;
  throw new CannotFollow(op);
}

function logical(op: 'and' | 'or', operands: Evaluate[]): Evaluate {
  const ends = op === 'or';
  return (f) => {
    let unknown = false;
    for (const operand of operands) {
      const value = truthOf(operand(f));
      if (value === ends) return ends;
      unknown ||= value === null;
    }
    return unknown ? null : !ends;
  };
}

function combined(op: 'and' | 'or', values: (boolean | null)[]): boolean | null {
  const ends = op === 'or';
  return values.includes(ends) ? ends : values.includes(null) ? null : !ends;
}

function binary({ op, left: l, right: r }: BinaryExpr, left: Evaluate, right: Evaluate): Evaluate {
  const test = COMPARISONS[op];
  if (test && l.kind !== 'row' && r.kind !== 'row') return (f) => { const order = compareValues(left(f), right(f)); return order === undefined ? null : test(order); };
  if (op === '||') return (f) => { const [a, b] = [left(f), right(f)]; return a === null || b === null ? null : `${textOf(a)}${textOf(b)}`; };
  const arithmetic = ARITHMETIC[op];
  if (!arithmetic) throw new CannotFollow(op);
  return (f) => {
    const [a, b] = [left(f), right(f)];
    return a === null || b === null ? null : arithmetic(a, b);
  };
}

const ARITHMETIC: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '+': (a, b) => shifted(a, b, 1) ?? numberOf(a) + numberOf(b),
  '-': (a, b) => (a instanceof Moment && b instanceof Moment ? (a.day && b.day ? Math.round((a.ms - b.ms) / DAY_MS) : new Duration(0, a.ms - b.ms)) : (shifted(a, b, -1) ?? numberOf(a) - numberOf(b))),
  '*': (a, b) => (a instanceof Duration ? new Duration(a.months * numberOf(b), a.ms * numberOf(b)) : b instanceof Duration ? new Duration(b.months * numberOf(a), b.ms * numberOf(a)) : numberOf(a) * numberOf(b)),
  // A query that fails on some data is no answer; NULL compares as "no figure" here.
  '/': (a, b) => (numberOf(b) === 0 ? null : numberOf(a) / numberOf(b)),
  '%': (a, b) => (numberOf(b) === 0 ? null : numberOf(a) % numberOf(b)),
  '^': (a, b) => numberOf(a) ** numberOf(b),
};

function shifted(a: Value, b: Value, sign: number): Value | undefined {
  if (b instanceof Duration) return a instanceof Duration ? new Duration(a.months + sign * b.months, a.ms + sign * b.ms) : addTo(dateOf(a), b, sign);
  if (a instanceof Duration && sign === 1) return addTo(dateOf(b), a);
  if (a instanceof Moment && typeof b === 'number') return new Moment(a.ms + sign * b * DAY_MS, a.day);
  if (b instanceof Moment && typeof a === 'number' && sign === 1) return new Moment(b.ms + a * DAY_MS, b.day);
  return undefined;
}

function between(operand: Evaluate, low: Evaluate, high: Evaluate, negated: boolean): Evaluate {
  return (f) => {
    const value = operand(f);
    const [a, b] = [compareValues(value, low(f)), compareValues(value, high(f))];
    return negate(combined('and', [a === undefined ? null : a >= 0, b === undefined ? null : b <= 0]), negated);
  };
}

function inList(operand: Evaluate, items: Evaluate[], negated: boolean): Evaluate {
  return (f) => {
    const value = operand(f);
    return negate(combined('or', items.map((item) => { const order = compareValues(value, item(f)); return order === undefined ? null : order === 0; })), negated);
  };
}

function like({ type, negated, escape }: LikeExpr, operand: Evaluate, pattern: Evaluate): Evaluate {
  if (type === 'similar' || escape !== undefined) throw new CannotFollow('this pattern');
  const flags = type.startsWith('i') ? 'isu' : 'su';
  const source = (text: string): string => (type.endsWith('regex') ? text : `^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '.*').replaceAll('_', '.')}$`);
  return (f) => {
    const [text, wanted] = [operand(f), pattern(f)];
    return text === null || wanted === null ? null : new RegExp(source(textOf(wanted)), flags).test(textOf(text)) !== negated;
  };
}

function caseOf(operand: Evaluate | undefined, branches: [Evaluate, Evaluate][], otherwise: Evaluate | undefined): Evaluate {
  return (f) => {
    const subject = operand?.(f) ?? null;
    const taken = branches.find(([when]) => (operand ? compareValues(subject, when(f)) === 0 : truthOf(when(f)) === true));
    return taken ? taken[1](f) : (otherwise?.(f) ?? null);
  };
}

function cast({ type: { name, modifiers, array } }: CastExpr, operand: Evaluate): Evaluate {
  if (array) throw new CannotFollow('an array');
  const to = CASTS.find(([names]) => names.test(name))?.[1];
  if (!to) throw new CannotFollow(`a cast to ${name}`);
  const places = modifiers[1];
  return (f) => {
    const value = operand(f);
    if (value === null) return null;
    const made = to(value);
    return typeof made === 'number' && places !== undefined ? Number(made.toFixed(places)) : made;
  };
}

const CASTS: readonly (readonly [RegExp, (value: Value) => Value])[] = [
  [/^(?:numeric|decimal|double|real|float|number)/, (v) => numberOf(v)],
  [/int|^signed|^unsigned/, (v) => (v instanceof Duration ? v : Math.round(numberOf(v)))],
  [/char|text|string|^clob/, (v) => textOf(v)],
  [/^date$/, (v) => { const m = dateOf(v); return new Moment(Math.floor(m.ms / DAY_MS) * DAY_MS, true); }],
  [/^(?:timestamp|datetime)/, (v) => new Moment(dateOf(v).ms, false)],
  [/^bool|^bit$/, (v) => truthOf(v === 'true' || v === 't' ? true : v === 'false' || v === 'f' ? false : v)],
];

function call(expr: CallExpr, ctx: Context): Evaluate {
  if (expr.over) return windowCall(expr, ctx);
  if (isAggregate(expr.name)) return aggregate(expr, ctx);
  const scalar = scalarOf(expr.name);
  const args = expr.args.map((arg) => compileExpr(arg, ctx));
  const { now } = ctx.scope.world;
  return (f) => scalar(args.map((arg) => arg(f)), now);
}

function windowCall(expr: CallExpr, { windows }: Context): Evaluate {
  if (!windows) throw new CannotFollow('a window here');
  const at = windows.push(expr) - 1;
  return ({ windows: given }) => given?.[at] ?? null;
}

function aggregate(expr: CallExpr, ctx: Context): Evaluate {
  if (expr.keep) throw new CannotFollow('KEEP');
  const inner: Context = { scope: ctx.scope };
  const given = expr.withinGroup[0]?.expr ?? expr.args[0];
  if (expr.withinGroup.length > 0 && !(expr.args[0]?.kind === 'number' && Number(expr.args[0].text) === 0.5)) throw new CannotFollow('this percentile');
  const many = expr.distinct && expr.args.length > 1 ? expr.args.map((arg) => compileExpr(arg, inner)) : undefined;
  const value: Evaluate = many ? (f) => { const values = many.map((arg) => arg(f)); return values.includes(null) ? null : keysOf(values); } : given === undefined || given.kind === 'star' ? () => 1 : compileExpr(given, inner);
  const filter = expr.filter && compileExpr(expr.filter, inner);
  return ({ group }) => {
    if (!group) throw new CannotFollow('an aggregate of no group');
    const rows = filter ? group.filter((f) => truthOf(filter(f)) === true) : group;
    return aggregated(expr.name, rows.map(value), expr.distinct);
  };
}
