import type { ColumnExpr, Expr } from '@countersign/contracts';
import type { Relation } from '../../rewrite/metric-rows.js';
import { walk } from '../../walk.js';
import { meaningOf, passed, type Level } from './level.js';
import { asText, both, type RowCondition } from './row-condition.js';

/** A column of rows that an outer join may have let go: where they are gone there is no value. */
interface Read {
  level: Level;
  relation: Relation;
  /** 'entity.column' */
  key: string;
  /** A default stands in for it: only the products that it is a factor of are gone. */
  defaulted: boolean;
}

/**
 * What rows have passed that add something to a sum of `value`, for each product of columns in it. A LEFT JOIN with a further
 * condition keeps all rows, and takes away what they would add: `sum(quantity * cost)` is over fewer rows than `sum(quantity * price)`.
 *
 * @returns for a product as `figure.ts` writes it; without one, what all products have passed
 */
export function addingRows(level: Level, value: Expr): (product?: string) => RowCondition {
  const reads = readsIn(level, value, false);
  const known = new Map<string, RowCondition>();
  return (product) => {
    const factors = product?.split(' × ') ?? [];
    const counted = reads.filter(({ key, defaulted }) => !defaulted || factors.includes(key));
    const id = JSON.stringify(counted.map(({ key }) => key));
    const condition = known.get(id) ?? conditionOf(level, counted);
    known.set(id, condition);
    return condition;
  };
}

function conditionOf(level: Level, reads: readonly Read[]): RowCondition {
  const aliases = (of: Level): Set<string> => new Set(reads.filter((read) => read.level === of).map(({ relation }) => relation.alias));
  const inner = new Set(reads.map((read) => read.level).filter((of) => of !== level));
  const loose = reads.filter(({ relation, key }) => isPartial(relation, key)).map(({ relation, key }) => asText(`${key} where ${relation.alias} has it`));
  return [...[...inner].map((of) => passed(of, undefined, aliases(of))), ...loose].reduce(both, passed(level, level.grain, aliases(level)));
}

const isPartial = ({ partial }: Relation, key: string): boolean => partial?.has(key.slice(0, key.indexOf('.'))) === true;

function readsIn(level: Level, value: unknown, defaulted: boolean): Read[] {
  const found: Read[] = [];
  walk<Expr>(value, (node) => {
    if (node.kind === 'call' && node.name === 'coalesce' && !defaulted) {
      found.push(...readsIn(level, node, true));
      return false;
    }
    if (node.kind === 'column') found.push(...readOf(level, node, defaulted));
    return true;
  });
  return found;
}

function readOf(level: Level, column: ColumnExpr, defaulted: boolean): Read[] {
  if (level.budget.left-- <= 0) return [];
  const meaning = meaningOf(level, column);
  if (!meaning) return [];
  if ('part' in meaning) return meaning.part.grouped ? [] : readsIn(meaning.part.level, meaning.expr, defaulted);
  const alias = column.qualifier.at(-1);
  const relation = level.rows.relations.find((r) => (alias === undefined || r.alias === alias) && [...r.carries.values()].includes(column.name));
  return relation && ((relation.optional && relation !== level.grain) || isPartial(relation, meaning.key)) ? [{ level, relation, key: meaning.key, defaulted }] : [];
}
