import type { ColumnExpr, Expr, Query } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { resolveQuery } from './query.js';
import type { Clause, Env, Resolution } from './resolution.js';
import { lookUp, type Level, type VisibleColumn } from './visible.js';

const CLAUSE_WORDS: Record<Clause, string> = { select: 'selected', predicate: 'used in a condition', join: 'used to join', group: 'used to group', order: 'used to sort' };

/**
 * Resolves every column below `value` (an expression, or a record that holds expressions) and every query in it.
 * Reflective like `walk`: a node kind added to the tree is resolved without a change here.
 */
export function resolveIn<T>(r: Resolution, env: Env, level: Level, clause: Clause, value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => resolveIn(r, env, level, clause, item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const node = value as { kind?: string };
  if (node.kind === 'column') return resolveColumn(r, level, clause, value as ColumnExpr & T) as T;
  if (node.kind === 'query') return resolveQuery(r, { ctes: env.ctes, outer: level }, value as Query & T).query as T;
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) copy[key] = typeof child === 'object' ? resolveIn(r, env, level, clause, child) : child;
  return copy as T;
}

export function resolveColumn(r: Resolution, level: Level, clause: Clause, column: ColumnExpr): Expr {
  if (level.outputs?.has(column)) return column;
  return reference(r, lookUp(level, column.qualifier, column.name, column.at, r.nameKey), clause, column.at);
}

/** The printed form of a column that was found: always with its relation, so that the engine can't see another. */
export function reference(r: Resolution, found: VisibleColumn, clause: Clause, at: number | undefined): ColumnExpr {
  if (found.denied) refuse('denied-column', `${found.source ?? found.name} may not be ${CLAUSE_WORDS[clause]}`, at);
  if (found.source) r.columns.add(found.source);
  return { kind: 'column', qualifier: found.qualifier === undefined ? [] : [found.qualifier], name: found.real, ...(at === undefined ? {} : { at }) };
}
