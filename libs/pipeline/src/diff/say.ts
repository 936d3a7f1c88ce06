import type { CallExpr, Expr, FrameBound, OrderItem, Query, TypeName, Window } from '@countersign/contracts';

/** How names of relations are said: an alias says its table, and nothing where only one is meant. */
export interface Names {
  relation(qualifier: readonly string[]): string;
}

/**
 * An expression as a person reads it aloud: no quotes around names, no qualifier where there is nothing to tell apart. For
 * comparing and for reading, never for running.
 */
export function say(expr: Expr | Query, names: Names): string {
  const s = (e: Expr | Query): string => say(e, names);
  const list = (items: readonly (Expr | Query)[]): string => items.map(s).join(', ');
  switch (expr.kind) {
    case 'query': return `(${sayQuery(expr, names)})`;
    case 'column': return [names.relation(expr.qualifier), expr.name].filter((part) => part !== '').join('.');
    case 'star': return [names.relation(expr.qualifier), '*'].filter((part) => part !== '').join('.');
    case 'number': return expr.text;
    case 'string': return quoted(expr.value);
    case 'boolean': return String(expr.value);
    case 'null': return 'null';
    case 'typed-literal': return expr.value;
    case 'unary': return expr.op === 'not' ? `not (${s(expr.operand)})` : `${expr.op}${s(expr.operand)}`;
    case 'binary': return `${inner(expr.left, s)} ${expr.op} ${inner(expr.right, s)}`;
    case 'logical': return expr.operands.map((e) => (e.kind === 'logical' ? `(${s(e)})` : s(e))).join(` ${expr.op} `);
    case 'null-test': return `${s(expr.operand)} is ${expr.negated ? 'not ' : ''}null`;
    case 'boolean-test': return `${s(expr.operand)} is ${expr.negated ? 'not ' : ''}${String(expr.value)}`;
    case 'distinct-test': return `${s(expr.left)} is ${expr.negated ? 'not ' : ''}distinct from ${s(expr.right)}`;
    case 'between': return `${s(expr.operand)} ${expr.negated ? 'not ' : ''}between ${s(expr.low)} and ${s(expr.high)}`;
    case 'in-list': return `${s(expr.operand)} ${expr.negated ? 'not ' : ''}in (${list(expr.items)})`;
    case 'in-query': return `${s(expr.operand)} ${expr.negated ? 'not ' : ''}in ${s(expr.query)}`;
    case 'like': return `${s(expr.operand)} ${expr.negated ? 'not ' : ''}${expr.type} ${s(expr.pattern)}${expr.escape === undefined ? '' : ` escape ${quoted(expr.escape)}`}`;
    case 'exists': return `exists ${s(expr.query)}`;
    case 'quantified': return `${s(expr.left)} ${expr.op} ${expr.quantifier} (${s(expr.right)})`;
    case 'subquery': return s(expr.query);
    case 'row': return `(${list(expr.items)})`;
    case 'case': return ['case', ...(expr.operand ? [s(expr.operand)] : []), ...expr.branches.map((b) => `when ${s(b.when)} then ${s(b.then)}`), ...(expr.otherwise ? [`else ${s(expr.otherwise)}`] : []), 'end'].join(' ');
    case 'cast': return expr.operand.kind === 'string' && DATES.has(expr.type.name) ? expr.operand.value : `${inner(expr.operand, s)} as ${sayType(expr.type)}`;
    case 'call': return sayCall(expr, names);
    case 'array': return `[${list(expr.items)}]`;
    case 'subscript': return `${s(expr.operand)}[${s(expr.index)}]`;
    case 'at-time-zone': return `${s(expr.operand)} at time zone ${s(expr.zone)}`;
    case 'metric': return expr.id;
    case 'named-filter': return expr.id;
  }
}

const DATES: ReadonlySet<string> = new Set(['date', 'timestamp', 'timestamptz', 'time']);
const COMPOUND: ReadonlySet<string> = new Set(['binary', 'logical', 'case', 'between', 'like', 'cast']);
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const inner = (expr: Expr, s: (e: Expr) => string): string => (COMPOUND.has(expr.kind) && !(expr.kind === 'cast' && expr.operand.kind === 'string') ? `(${s(expr)})` : s(expr));

function sayType({ name, modifiers, array }: TypeName): string {
  return `${name}${modifiers.length > 0 ? `(${modifiers.join(', ')})` : ''}${array ? '[]' : ''}`;
}

function sayCall(call: CallExpr, names: Names): string {
  const args = `${call.distinct ? 'distinct ' : ''}${call.args.map((arg) => say(arg, names)).join(', ')}`;
  return [
    `${call.name}(${[args, ...(call.orderBy.length > 0 ? [`order by ${sayOrder(call.orderBy, names)}`] : [])].join(' ')})`,
    ...(call.withinGroup.length > 0 ? [`within group (order by ${sayOrder(call.withinGroup, names)})`] : []),
    ...(call.filter ? [`where ${say(call.filter, names)}`] : []),
    ...(call.over ? [`over (${sayWindow(call.over, names)})`] : []),
  ].join(' ');
}

export function sayOrder(items: readonly OrderItem[], names: Names): string {
  return items.map(({ expr, direction, nulls }) => `${say(expr, names)}${direction === 'desc' ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`).join(', ');
}

function sayWindow({ base, partitionBy, orderBy, frame }: Window, names: Names): string {
  const bound = (b: FrameBound): string => ('offset' in b ? `${say(b.offset, names)} ${b.kind}` : b.kind.replace('-', ' '));
  return [
    ...(base ? [base] : []),
    ...(partitionBy.length > 0 ? [`by ${partitionBy.map((e) => say(e, names)).join(', ')}`] : []),
    ...(orderBy.length > 0 ? [`order by ${sayOrder(orderBy, names)}`] : []),
    ...(frame ? [`${frame.unit} ${bound(frame.start)}${frame.end ? ` to ${bound(frame.end)}` : ''}${frame.exclude ? ` without ${frame.exclude}` : ''}`] : []),
  ].join(' ');
}

/** A query within an expression: its columns, tables and conditions in one line. */
function sayQuery({ body, orderBy, limit }: Query, names: Names): string {
  if (body.kind !== 'select') return body.kind;
  const from = body.from.map((item) => (item.kind === 'table' ? item.name.at(-1) : item.kind)).join(', ');
  return [
    body.items.map(({ expr }) => say(expr, names)).join(', '),
    ...(from ? [`from ${from}`] : []),
    ...(body.where ? [`where ${say(body.where, names)}`] : []),
    ...(orderBy.length > 0 ? [`order by ${sayOrder(orderBy, names)}`] : []),
    ...(limit === null ? [] : [`first ${limit}`]),
  ].join(' ');
}
