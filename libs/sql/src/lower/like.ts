import type { Expr, LikeExpr } from '@countersign/contracts';
import { call, lacks, type Low } from './lowering.js';

/** The parts of a pattern: wildcards, and text that means itself. */
export function patternParts(pattern: string, escape: string | undefined): { wildcard: boolean; text: string }[] {
  const mark = escape ?? '\\';
  const parts: { wildcard: boolean; text: string }[] = [];
  const chars = [...pattern];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i]!;
    if (char === mark && i + 1 < chars.length) parts.push({ wildcard: false, text: chars[++i]! });
    else parts.push({ wildcard: char === '%' || char === '_', text: char });
  }
  return parts;
}

/** Without regard to case: both sides in small letters. */
export function caseless(low: Low, e: LikeExpr, operand: Expr, pattern: Expr): { e: LikeExpr; operand: Expr; pattern: Expr } {
  if (e.type === 'like') return { e, operand, pattern };
  if (e.type !== 'ilike') return lacks(low, e.type === 'similar' ? 'SIMILAR TO' : 'a regular expression', e.at);
  const small = pattern.kind === 'string' ? { ...pattern, value: pattern.value.toLowerCase() } : call('lower', pattern);
  return { e: { ...e, type: 'like', ...(e.escape === undefined ? {} : { escape: e.escape.toLowerCase() }) }, operand: call('lower', operand), pattern: small };
}

/** Where a backslash is no escape of its own, an escaped pattern says with `!` what it escapes. */
export function withEscapeWritten(e: LikeExpr, operand: Expr, pattern: Expr): Expr {
  const { escape, ...rest } = e;
  if (pattern.kind !== 'string') return { ...e, operand, pattern };
  const parts = patternParts(pattern.value, escape);
  if (!parts.some((p) => !p.wildcard && /[%_]/.test(p.text))) return { ...rest, operand, pattern: { ...pattern, value: parts.map((p) => p.text).join('') } };
  const text = parts.map((p) => (p.wildcard || !/[%_!]/.test(p.text) ? p.text : `!${p.text}`)).join('');
  return { ...rest, operand, pattern: { ...pattern, value: text }, escape: '!' };
}
