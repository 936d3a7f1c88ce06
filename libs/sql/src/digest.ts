import { createHash } from 'node:crypto';
import { canonicalJson, type DigestBundle } from '@countersign/contracts';

/** Keeps this hash apart from every other SHA-256 in the product; the number changes when the bundle's shape does. */
const DOMAIN = 'countersign/digest/v1\n';

/**
 * The digest an approver signs and the collector recomputes: SHA-256, 64 lower-case hex digits, over the domain line
 * and the canonical JSON of everything that decides the result.
 *
 * @throws TypeError when the bundle holds a number that is not a safe integer.
 * @example digestOf(bundle) === digestOf({ ...bundle }) // true: member order does not matter
 */
export function digestOf(bundle: DigestBundle): string {
  return createHash('sha256').update(DOMAIN).update(canonicalJson(bundle)).digest('hex');
}
