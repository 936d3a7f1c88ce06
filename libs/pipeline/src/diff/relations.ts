import type { Expr, FromItem, Query, Select } from '@countersign/contracts';
import { say, type Names } from './say.js';

/** What a FROM holds: tables, the joins that tie them, and queries of their own by name. */
export interface Relations {
  names: Names;
  tables: string[];
  joins: string[];
  parts: Map<string, Query>;
}

interface Relation {
  alias: string;
  /** How it is said. */
  word: string;
}

/** Reads the FROM of a select; an alias is said as its table, unless the table stands there twice. */
export function relationsOf({ from }: Select): Relations {
  const relations = from.flatMap(relationOf);
  const words = new Map(relations.map(({ alias, word }) => [alias, relations.filter((other) => other.word === word).length > 1 ? alias : word]));
  const names: Names = { relation: (qualifier) => (qualifier.length === 0 || relations.length === 1 ? '' : (words.get(qualifier.at(-1)!) ?? qualifier.at(-1)!)) };
  const found: Relations = { names, tables: [], joins: [], parts: new Map() };
  for (const item of from) collect(item, found);
  return found;
}

function relationOf(item: FromItem): Relation[] {
  switch (item.kind) {
    case 'join': return [...relationOf(item.left), ...relationOf(item.right)];
    case 'table': return [{ alias: item.alias ?? item.name.at(-1)!, word: item.name.at(-1)! }];
    case 'derived-table': return [{ alias: item.alias ?? '', word: guardedTable(item.query) ?? item.alias ?? '' }];
    case 'table-function': return [{ alias: item.alias ?? item.call.name, word: item.alias ?? item.call.name }];
    default: return [];
  }
}

/** The table that row filters and masks were put around: a plain reading of one table under its own name. */
function guardedTable({ body, with: ctes, orderBy, limit }: Query): string | undefined {
  if (ctes || orderBy.length > 0 || limit !== null || body.kind !== 'select' || body.groupBy.length > 0 || body.distinct) return undefined;
  const [item, another] = body.from;
  return item?.kind === 'table' && !another ? item.name.at(-1) : undefined;
}

const WORDS = { inner: 'join', left: 'left join', right: 'right join', full: 'full join', cross: 'cross join' } as const;

function collect(item: FromItem, into: Relations): void {
  switch (item.kind) {
    case 'table': into.tables.push(item.name.join('.')); return;
    case 'derived-table': into.parts.set(item.alias ?? `part ${into.parts.size + 1}`, item.query); return;
    case 'table-function': into.tables.push(say(item.call, into.names)); return;
    case 'join': {
      collect(item.left, into);
      collect(item.right, into);
      const right = relationOf(item.right).map(({ alias, word }) => (into.names.relation([alias]) || word)).join(', ');
      const on = item.on ? conjuncts(item.on).map((e) => say(e, into.names)).sort().join(' and ') : item.using.join(', ');
      into.joins.push(`${WORDS[item.type]} ${right}${on ? ` on ${on}` : ''}${item.natural ? ' natural' : ''}`);
      return;
    }
    default: into.tables.push(item.kind);
  }
}

/** The conditions that must all hold. */
export function conjuncts(expr: Expr | undefined): Expr[] {
  if (!expr) return [];
  return expr.kind === 'logical' && expr.op === 'and' ? expr.operands.flatMap(conjuncts) : [expr];
}
