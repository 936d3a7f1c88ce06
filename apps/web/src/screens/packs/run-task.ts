import { affectedQuestions, diffPacks, guardDescriptions, loadPack, packTests, planQuery, policyChanges, resolveQuestion, runPackTests, type LoadedPack, type Pack } from '@countersign/pack';
import type { Base, Comparison, Files, PackTasks, TaskName, TestOutcome, TestRun, TriedQuestion } from './pack-tasks';

const MOST_SHOWN = 300;

/** Keeps the last draft and its base as they were read: the same texts are asked about again and again. */
export function packReader(): { draft: (files: Files) => LoadedPack; base: (base: Base | null) => Pack | null } {
  const keep = () => {
    let last: { files: Files; read: LoadedPack } | undefined;
    return (files: Files, version: number): LoadedPack => {
      if (!last || !sameFiles(last.files, files)) last = { files, read: loadPack(files, version) };
      return last.read;
    };
  };
  const [draft, base] = [keep(), keep()];
  return { draft: (files) => draft(files, 1), base: (of) => (of ? base(of.files, of.version).pack : null) };
}

const sameFiles = (a: Files, b: Files): boolean => Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([path, text]) => b[path] === text);

type Reader = ReturnType<typeof packReader>;
type Tasks = { [K in TaskName]: (reader: Reader, of: PackTasks[K]['of']) => PackTasks[K]['gives'] };

/** What the editor asks of a draft, answered by the library that the server reads packs with. */
export const TASKS: Tasks = {
  lint: (reader, { files }) => {
    const { pack, findings } = reader.draft(files);
    const unreadable = packTests(files).unreadable.map(({ file, message }) => ({ rule: 'test-unreadable', severity: 'error' as const, message, at: { line: 1, column: 1, excerpt: `${file}: ` } }));
    return { findings: [...findings, ...unreadable], readable: pack !== null };
  },
  ask: (reader, { files, ...asked }) => {
    const { pack } = reader.draft(files);
    return pack ? tried(pack, asked) : null;
  },
  test: (reader, { files, base }) => {
    const { pack } = reader.draft(files);
    return pack ? testRun(pack, files, reader.base(base)) : null;
  },
  compare: (reader, { files, base }) => {
    const { pack } = reader.draft(files);
    return pack ? comparison(reader.base(base), pack, base) : null;
  },
};

function tried(pack: Pack, asked: Omit<PackTasks['ask']['of'], 'files'>): TriedQuestion {
  const resolution = resolveQuestion(pack, asked);
  const { outcome, interpretation } = resolution;
  if (resolution.outcome === 'clarify') return { outcome, interpretation, clarification: resolution.clarification };
  if (resolution.outcome === 'refuse') return { outcome, interpretation, refusal: resolution.refusal };
  const plan = planQuery(pack, interpretation);
  return plan.outcome === 'planned' ? { outcome, interpretation, proofs: plan.proofs } : { outcome, interpretation, noPlan: plan.refusal };
}

function testRun(pack: Pack, files: Files, before: Pack | null): TestRun {
  const key = (test: { file: string; question: string }) => `${test.file}\n${test.question}`;
  const now = runPackTests(pack, files);
  const failed = new Map(now.failed.map((test) => [key(test), test]));
  const failedBefore = new Set(before ? runPackTests(before, files).failed.map(key) : []);
  const outcomes = packTests(files).tests.map((test): TestOutcome => ({
    file: test.file, question: test.question, differences: failed.get(key(test))?.differences ?? [],
    was: before ? (failedBefore.has(key(test)) ? 'failed' : 'held') : 'new', is: failed.has(key(test)) ? 'failed' : 'held',
  }));
  const changed = outcomes.filter(({ was, is }) => is === 'failed' || was === 'failed');
  const weight = ({ was, is }: TestOutcome) => (was === 'held' && is === 'failed' ? 0 : was === 'failed' && is === 'held' ? 1 : 2);
  return { total: now.total, failed: now.failed.length, shown: changed.sort((a, b) => weight(a) - weight(b)).slice(0, MOST_SHOWN), unreadable: now.unreadable };
}

function comparison(before: Pack | null, after: Pack, base: Base | null): Comparison {
  const suspicions = guardDescriptions(before, after);
  if (!before || !base) return { changes: [], affected: { tests: [], verified: [] }, policyChanges: [], suspicions };
  const tests = affectedQuestions(before, after, packTests(base.files).tests).map(({ question }) => question);
  const verified = base.verified.filter((asked) => affectedQuestions(before, after, [asked]).length > 0).map(({ name }) => name);
  return { changes: diffPacks(before, after), policyChanges: policyChanges(before, after), affected: { tests: [...new Set(tests)].slice(0, MOST_SHOWN), verified }, suspicions };
}
