import type { GrantFinding } from './driver.js';

const SHOWN = 12;

/** The findings in words, the first dozen of them. */
export function describeFindings(findings: readonly GrantFinding[]): string {
  const shown = findings.slice(0, SHOWN).map((f) => f.what);
  const rest = findings.length - shown.length;
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

/** The script an administrator runs: exact REVOKEs, and where those can't help, the making of a correct account. */
export function fixScript(findings: readonly GrantFinding[], readerScript: string): string {
  const revokes = [...new Set(findings.flatMap((f) => (f.fix === null ? [] : [`${f.fix};`])))];
  const needsAccount = findings.some((f) => f.fix === null);
  return [...revokes, ...(needsAccount ? ["-- What remains can't be revoked. Make an account that only reads:", readerScript] : [])].join('\n');
}
