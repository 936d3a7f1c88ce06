import type { Claim } from '@countersign/contracts';

export type TextPart = { kind: 'text'; text: string } | { kind: 'figure'; text: string; claim: Claim; index: number };

/**
 * Cuts an answer's sentence at its figures. A claim whose span does not show its own text is left
 * unlinked: a wrong link would be worse than none.
 */
export function linkClaims(text: string, claims: readonly Claim[]): TextPart[] {
  const ordered = claims
    .map((claim, index) => ({ claim, index }))
    .filter(({ claim }) => text.slice(claim.span.start, claim.span.end) === claim.text)
    .sort((a, b) => a.claim.span.start - b.claim.span.start);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { claim, index } of ordered) {
    if (claim.span.start < at) continue;
    if (claim.span.start > at) parts.push({ kind: 'text', text: text.slice(at, claim.span.start) });
    parts.push({ kind: 'figure', text: claim.text, claim, index });
    at = claim.span.end;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** 'row:column' of every cell a claim stands on. */
export function operandKeys(claim: Claim | undefined): ReadonlySet<string> {
  return new Set(claim?.operands.map((cell) => `${cell.row}:${cell.column}`) ?? []);
}
