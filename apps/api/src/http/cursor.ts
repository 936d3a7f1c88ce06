import { createHash } from 'node:crypto';
import type { Route } from '@countersign/contracts';
import { Problem } from './problem.js';

/** Enough that a cursor cut short, mistyped or of another list is told apart. It is no secret: a cursor opens nothing. */
const CHECK_CHARS = 8;

const checkOf = (route: Pick<Route, 'path'>, key: string): string => createHash('sha256').update(`${route.path}\n${key}`).digest('hex').slice(0, CHECK_CHARS);

/** Where a list goes on, as callers see it: opaque, and of this list only. */
export function sealCursor(route: Pick<Route, 'path'>, key: string): string {
  return Buffer.from(checkOf(route, key) + key).toString('base64url');
}

/** @throws Problem 'bad-cursor' when it is none that this list gave */
export function openCursor(route: Pick<Route, 'path'>, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const key = text.slice(CHECK_CHARS);
  if (checkOf(route, key) !== text.slice(0, CHECK_CHARS)) throw new Problem('bad-cursor');
  return key;
}
