import { nearestNames } from '../nearest.js';
import { refuse } from '../refusal.js';
import { closestName, sameName, type NameKey } from './matching.js';

/** One column that an expression can name. */
export interface VisibleColumn {
  /** Name the query says. */
  name: string;
  /** Name to print. */
  real: string;
  /** Relation to print before it; a column merged by USING has none. */
  qualifier?: string;
  /** `table.column` in the database; nothing for computed columns. */
  source?: string;
  denied?: boolean;
}

export interface Relation {
  name: string;
  /** Schema the query may write before the name; only unaliased tables. */
  schema?: string;
  columns: VisibleColumn[];
}

/** What a FROM item offers: its relations by name, and its columns for unqualified names and `*`. */
export interface Visible {
  relations: Relation[];
  columns: VisibleColumn[];
}

/** A query level: its own FROM, then the levels around it (correlated subqueries, LATERAL). */
export interface Level {
  visible: Visible;
  parent?: Level | undefined;
  /** Names of outputs, in HAVING: they stay as they are. */
  outputs?: WeakSet<object>;
}

export const NOTHING: Visible = { relations: [], columns: [] };

export function together(a: Visible, b: Visible): Visible {
  for (const relation of b.relations) {
    if (a.relations.some((r) => r.name === relation.name)) refuse('duplicate-alias', `${relation.name} stands twice in FROM: give one an alias`);
  }
  return { relations: [...a.relations, ...b.relations], columns: [...a.columns, ...b.columns] };
}

/**
 * The column an expression means. The innermost level that knows the name decides, as in the engine; but the engine's inner
 * levels may hold columns that the scope does not. So a name found further out must be printed with a relation that no
 * level in between has too: else the engine would read the inner one.
 */
export function lookUp(level: Level | undefined, qualifier: readonly string[], name: string, at: number | undefined, key: NameKey): VisibleColumn {
  for (let here = level; here; here = here.parent) {
    const columns = qualifier.length ? relationOf(here, qualifier, key)?.columns : here.visible.columns;
    const matches = columns ? sameName(columns, name, key) : [];
    if (matches.length > 1) refuse('ambiguous-column', `${name} may be ${matches.map((c) => (c.qualifier ? `${c.qualifier}.${c.name}` : c.name)).join(' or ')}`, at);
    if (matches[0]) return reachable(level, here, matches[0], at);
    if (columns && qualifier.length) return refuse('unknown-column', `${qualifier.join('.')} has no column ${name}`, at, nearestNames(name, namesIn(columns)));
  }
  if (qualifier.length) refuse('unknown-table', `${qualifier.join('.')} is not in FROM here`, at, nearestNames(qualifier.join('.'), relationNames(level)));
  return refuse('unknown-column', `there is no column ${name} here`, at, nearestNames(name, allNames(level)));
}

function reachable(from: Level | undefined, to: Level, found: VisibleColumn, at: number | undefined): VisibleColumn {
  const { name, qualifier } = found;
  for (let between = from; between && between !== to; between = between.parent) {
    const hidden = between.visible.relations.some((r) => qualifier === undefined || r.name.toLowerCase() === qualifier.toLowerCase());
    if (!hidden) continue;
    if (qualifier === undefined) refuse('ambiguous-column', `${name} comes from USING: give it a name to use it further in`, at);
    refuse('ambiguous-column', `${name} of ${qualifier} is hidden by another ${qualifier}: give one of them another name`, at);
  }
  return found;
}

export function relationOf(level: Level, qualifier: readonly string[], key: NameKey): Relation | undefined {
  const [name = '', schema] = [...qualifier].reverse();
  const inSchema = level.visible.relations.filter((r) => schema === undefined || r.schema === schema || (key && r.schema !== undefined && key(r.schema) === key(schema)));
  return closestName(inSchema, name, key)[0];
}

const namesIn = (columns: readonly VisibleColumn[]): string[] => columns.filter((c) => !c.denied).map((c) => c.name);

function allNames(level: Level | undefined): string[] {
  return level ? [...namesIn(level.visible.columns), ...allNames(level.parent)] : [];
}

function relationNames(level: Level | undefined): string[] {
  return level ? [...level.visible.relations.map((r) => r.name), ...relationNames(level.parent)] : [];
}
