import type { CallExpr } from '@countersign/contracts';
import { constantNumber, constantSeconds } from './constant.js';

/** Rows of `generate_series(from, to[, step])` where its arguments say it; undefined when rows or the clock decide. */
export function seriesRows({ args: [from, to, step] }: CallExpr): number | undefined {
  const numbers = rows(constantNumber(from), constantNumber(to), step ? constantNumber(step) : 1);
  return numbers ?? rows(constantSeconds(from), constantSeconds(to), constantSeconds(step));
}

function rows(from: number | undefined, to: number | undefined, step: number | undefined): number | undefined {
  if (from === undefined || to === undefined || step === undefined || step === 0) return undefined;
  return Math.max(0, Math.floor((to - from) / step) + 1);
}
