import type { DeclaredFilter, Expr } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { columnOf, type Asked } from './metric-proof.js';
import { placed } from './metric-value.js';
import type { Relation, Rows } from './metric-rows.js';

/** The rows an expression can name: of its own FROM, then of the queries around it. */
export interface Sight {
  rows: Rows;
  outer: Sight | undefined;
}

/** A declared condition over the rows in sight. */
export function filterValue(asked: Omit<Asked, 'rows'>, { label, where }: DeclaredFilter, sight: Sight): Expr {
  return placed(where, { column: (entity, column) => columnOf(asked, relationFor(asked, label.en, entity, sight), entity, column) });
}

function relationFor({ names, said, at }: Omit<Asked, 'rows'>, label: string, entity: string, sight: Sight): Relation {
  const table = names.tableName(entity);
  const between: Relation[] = [];
  for (let here: Sight | undefined = sight; here; here = here.outer) {
    const { relations } = here.rows;
    const [first, second] = candidates(names, here.rows, entity);
    if (second) refuse('metric-rows', `${said} tests rows of ${table}, which stands twice in this FROM (${first!.alias} and ${second.alias}): it can't be told whose are meant`, at);
    if (first && between.some(({ alias }) => alias.toLowerCase() === first.alias.toLowerCase())) refuse('metric-rows', `${said} tests ${first.alias}, which is hidden by another ${first.alias}: give one of them another name`, at);
    if (first) return first;
    between.push(...relations);
  }
  return refuse('metric-rows', `${said} (${label}) tests rows of ${table}, and this FROM has none: join ${table}`, at);
}

function candidates(names: Asked['names'], { relations, equalities }: Rows, entity: string): Relation[] {
  const owner = names.owner(entity);
  const own = relations.filter((r) => r.entity && r.entity === owner);
  if (owner?.id !== entity) return own.filter((r) => relations.some((from) => pointsTo(names, from, entity).some((column) => equalities.some(({ left, right }) => isPair(left, right, from, column, r)))));
  return own.length ? own : relations.filter((r) => [...r.carries.keys()].some((key) => key.startsWith(`${entity}.`)));
}

/** Own names of the columns by which a relation points to an entity in this part. */
function pointsTo(names: Asked['names'], { entity, carries }: Relation, part: string): string[] {
  return entity ? names.references(entity.id).flatMap(({ column, to }) => (to.entity === part ? (carries.get(`${entity.id}.${column}`) ?? []) : [])) : [];
}

type Side = Rows['equalities'][number]['left'];
const isPair = (left: Side, right: Side, from: Relation, column: string, to: Relation): boolean =>
  [[left, right], [right, left]].some(([a, b]) => a!.alias === from.alias && a!.column === column && b!.alias === to.alias);
