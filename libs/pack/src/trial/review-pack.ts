import type { ReleaseReport } from '@countersign/contracts';
import { affectedQuestions, diffPacks, type AskedQuestion } from '../describe/diff-packs.js';
import { guardDescriptions } from '../guard/description-guard.js';
import { policyChanges } from '../describe/policy-changes.js';
import { loadPack } from '../load/load-pack.js';
import type { Pack } from '../pack.js';
import { runPackTests } from './run-tests.js';
import { packTests } from './test-spec.js';

export interface PackReviewInput {
  files: Record<string, string>;
  /** The published version that it changes. */
  base?: { files: Record<string, string>; version: number } | undefined;
  /** Questions of verified queries of the old version, by name. */
  verified?: (AskedQuestion & { name: string })[];
}

/** Lists for people, not for machines. */
const MOST_AFFECTED = 200;

/**
 * All that can be said of a new version without asking any data: what is wrong in it, whether its tests hold, what is different from the
 * version before in business words, which questions feel it, and whether it changes what people may see.
 *
 * @returns `packId` is null when it can't be read as a pack
 * @example reviewPack({ files }).report.findings
 */
export function reviewPack({ files, base, verified = [] }: PackReviewInput): { packId: string | null; report: ReleaseReport } {
  const { pack, findings } = loadPack(files, (base?.version ?? 0) + 1);
  const before = base ? loadPack(base.files, base.version).pack : null;
  const nothing: ReleaseReport = { findings, tests: { total: 0, failed: [] }, changes: [], affected: { tests: [], verified: [] }, policyChanges: [], suspicions: [] };
  if (!pack) return { packId: null, report: nothing };
  const tests = runPackTests(pack, files);
  const unreadable = tests.unreadable.map(({ file, message }) => ({ rule: 'test-unreadable', severity: 'error' as const, message: `${file}: ${message}` }));
  const report: ReleaseReport = { ...nothing, suspicions: guardDescriptions(before, pack), findings: [...findings, ...unreadable], tests: { total: tests.total, failed: tests.failed.map(({ file, question, differences }) => ({ file, question, differences })) } };
  // A first version says for the first time what may be seen.
  if (!before) return { packId: pack.id, report: { ...report, policyChanges: [{ ref: pack.id, was: 'none', is: 'first version' }] } };
  return { packId: pack.id, report: { ...report, changes: diffPacks(before, pack), policyChanges: policyChanges(before, pack), affected: affected(before, pack, base?.files ?? {}, verified) } };
}

function affected(before: Pack, after: Pack, files: Record<string, string>, verified: (AskedQuestion & { name: string })[]): ReleaseReport['affected'] {
  const tests = affectedQuestions(before, after, packTests(files).tests);
  const names = new Set(affectedQuestions(before, after, verified).map((asked) => (asked as AskedQuestion & { name: string }).name));
  return { tests: tests.slice(0, MOST_AFFECTED).map(({ question }) => question), verified: [...names] };
}
