import { createHash } from 'node:crypto';
import { canonicalJson, type Catalogue, type Interpretation, type Policy, type VerifiedFact, type VerifiedFingerprints } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import { planQuery } from '../plan/plan-query.js';

const hash = (value: unknown): string => createHash('sha256').update(canonicalJson(JSON.parse(JSON.stringify(value)))).digest('hex');

/**
 * The query that a pack plans for an interpretation, as a fingerprint; undefined: it plans none. Any definition that the query rests on is in it.
 * @example planFingerprint(pack, interpretation) === planFingerprint(nextVersion, interpretation) // true while nothing it uses was changed
 */
export function planFingerprint(pack: Pack, interpretation: Interpretation): string | undefined {
  const plan = planQuery(pack, interpretation);
  return plan.outcome === 'planned' ? hash(plan.query) : undefined;
}

/** The row filters and masks in force, as a fingerprint: they decide which rows and values a query sees. */
export function policyFingerprint(policies: readonly Policy[]): string {
  const seen = policies.filter(({ enabled, rule }) => enabled && (rule.kind === 'row-filter' || rule.kind === 'mask')).map(({ id, version }) => ({ id, version }));
  return hash(seen.sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/**
 * The first fact that is no longer as it was when people looked at a verified query; undefined: all hold. A newer version of the pack is no
 * such fact while it plans the same query.
 *
 * @example changedFact({ interpretation, fingerprints }, { pack, catalogue, policies }) // 'metric'
 */
export function changedFact(verified: { interpretation: Interpretation; fingerprints: VerifiedFingerprints }, now: { pack: Pack; catalogue: Catalogue | undefined; policies: readonly Policy[] }): VerifiedFact | undefined {
  const { fingerprints, interpretation } = verified;
  if (now.pack.id !== fingerprints.pack.id) return 'pack';
  if (planFingerprint(now.pack, interpretation) !== fingerprints.plan) return 'metric';
  const tables = new Map(now.catalogue?.tables.flatMap((t) => [[t.name, t.fingerprint], [`${t.schema}.${t.name}`, t.fingerprint]]));
  if (!fingerprints.schema.every(({ name, fingerprint }) => tables.get(name) === fingerprint)) return 'schema';
  return policyFingerprint(now.policies) === fingerprints.policy ? undefined : 'policy';
}
