import type { Expr, GroupItem, Query, Select, SqlChange } from '@countersign/contracts';
import { FUNCTIONS } from '@countersign/sql';
import { conjuncts, relationsOf } from './relations.js';
import { say, sayOrder, type Names } from './say.js';

type What = SqlChange['what'];

/** One thing a query says. Things of one kind and key are the same thing, said differently. */
export interface Saying {
  what: What;
  /** What it is about: a column's name, the left side of a condition. */
  key: string;
  text: string;
}

/** Everything one select says, and the queries inside it by name. */
export interface Aspects {
  sayings: Saying[];
  parts: Map<string, Query>;
}

const one = (what: What, text: string): Saying[] => (text === '' ? [] : [{ what, key: '', text }]);
const each = (what: What, texts: readonly string[]): Saying[] => texts.map((text) => ({ what, key: text, text }));

/** What a query says, aspect by aspect. A query that is no select says what it is made of. */
export function aspectsOf(query: Query): Aspects {
  const { body, orderBy, limit, offset } = query;
  const parts = new Map((query.with?.ctes ?? []).map((cte) => [cte.name, cte.query]));
  const shared = (names: Names): Saying[] => [...one('order', sayOrder(orderBy, names)), ...one('limit', limit === null ? '' : String(limit)), ...one('offset', offset === 0 ? '' : String(offset))];
  const plain: Names = { relation: (qualifier) => qualifier.at(-1) ?? '' };
  switch (body.kind) {
    case 'select': {
      const relations = relationsOf(body);
      for (const [name, part] of relations.parts) parts.set(name, part);
      return { parts, sayings: [...each('table', relations.tables), ...each('join', relations.joins), ...selectSayings(body, relations.names), ...shared(relations.names)] };
    }
    case 'set-operation': {
      const whole = (side: typeof body.left): Query => (side.kind === 'query' ? side : { kind: 'query', body: side, orderBy: [], limit: null, offset: 0 });
      parts.set('1', whole(body.left)).set('2', whole(body.right));
      return { parts, sayings: [...one('part', `${body.op}${body.all ? ' all' : ''}`), ...shared(plain)] };
    }
    case 'query': parts.set('1', body); return { parts, sayings: shared(plain) };
    case 'values': return { parts, sayings: [...each('part', body.rows.map((row) => row.map((e) => say(e, plain)).join(', '))), ...shared(plain)] };
  }
}

function selectSayings(select: Select, names: Names): Saying[] {
  const items = select.items.map(({ expr, alias }): Saying => {
    const text = say(expr, names);
    const key = alias ?? (expr.kind === 'column' ? expr.name : text);
    return { what: aggregates(expr) ? 'metric' : 'column', key, text: alias === undefined || alias === text || text.endsWith(`.${alias}`) ? text : `${text} as ${alias}` };
  });
  return [
    ...items,
    ...one('duplicates', select.distinct === true ? 'distinct' : select.distinct === false ? '' : `distinct on ${select.distinct.map((e) => say(e, names)).join(', ')}`),
    ...conditions(conjuncts(select.where), names),
    ...each('grouping', select.groupBy.map((item) => sayGroup(item, names))),
    ...conjuncts(select.having).map((e): Saying => ({ what: 'group-filter', key: say(subjectOf(e) ?? e, names), text: say(e, names) })),
    ...each('other', select.windows.map(({ name }) => `window ${name}`)),
  ];
}

function sayGroup(item: GroupItem, names: Names): string {
  switch (item.kind) {
    case 'group-expr': return say(item.expr, names);
    case 'group-tuple': return `(${item.items.map((e) => say(e, names)).join(', ')})`;
    case 'grouping-sets': return item.type === 'sets' ? `sets (${item.items.map((i) => sayGroup(i, names)).join(', ')})` : `${item.type} (${item.items.map((set) => set.map((e) => say(e, names)).join(', ')).join('; ')})`;
  }
}

/** Conditions that compare a column with days are one period a column; the others are filters. */
function conditions(all: readonly Expr[], names: Names): Saying[] {
  const periods = new Map<string, string[]>();
  const filters: Saying[] = [];
  for (const expr of all) {
    const subject = subjectOf(expr);
    const key = subject ? say(subject, names) : say(expr, names);
    const text = say(expr, names);
    if (subject && isDated(expr)) periods.set(key, [...(periods.get(key) ?? []), text]);
    else filters.push({ what: 'filter', key, text });
  }
  return [...[...periods].map(([key, texts]): Saying => ({ what: 'period', key, text: texts.sort().reverse().join(' and ') })), ...filters];
}

/** What a condition is about. */
function subjectOf(expr: Expr): Expr | undefined {
  switch (expr.kind) {
    case 'binary': return expr.left;
    case 'between': case 'in-list': case 'in-query': case 'like': case 'null-test': case 'boolean-test': return expr.operand;
    default: return undefined;
  }
}

function isDated(expr: Expr): boolean {
  if (expr.kind === 'between') return isDay(expr.low) && isDay(expr.high);
  return expr.kind === 'binary' && isDay(expr.right);
}

function isDay(expr: Expr): boolean {
  if (expr.kind === 'typed-literal') return expr.type !== 'interval';
  return expr.kind === 'cast' && expr.operand.kind === 'string' && /^(date|timestamp)/.test(expr.type.name);
}

/** Does it put rows together? A window does not. */
function aggregates(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(aggregates);
  if (typeof node !== 'object' || node === null) return false;
  const { kind, name, over } = node as { kind?: unknown; name?: unknown; over?: unknown };
  if (kind === 'query') return false;
  if (kind === 'metric' || (kind === 'call' && over === undefined && FUNCTIONS.get(String(name))?.kind === 'aggregate')) return true;
  return Object.values(node).some(aggregates);
}
