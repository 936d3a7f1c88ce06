import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { affectedQuestions, diffPacks, packTests, type AskedQuestion, type PackChange } from '@countersign/pack';
import { readPackFolder, yamlFiles } from '../pack-folder.js';
import { UsageError } from '../usage.js';

/** `countersign pack diff`: what changed between two versions, in business words, and which test questions feel it. */
export function packDiffCommand(args: string[], output: Writable): number {
  const { positionals, values } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
  const [before, after] = positionals;
  if (before === undefined || after === undefined || positionals.length !== 2) throw new UsageError('pack diff needs two folders, A and B');
  const [old, now] = [readPackFolder(before), readPackFolder(after)];
  const changes = diffPacks(old, now);
  const tests = [...new Map([before, after].flatMap((folder) => packTests(yamlFiles(folder)).tests).map(({ question, locale, today }) => ({ question, locale, today })).map((q) => [`${q.locale} ${q.today} ${q.question}`, q])).values()];
  const affected = affectedQuestions(old, now, tests);
  if (values.json) output.write(`${JSON.stringify({ changes, tests: { total: tests.length, affected } })}\n`);
  else output.write(text(changes, affected, tests.length));
  return 0;
}

function text(changes: PackChange[], affected: AskedQuestion[], total: number): string {
  if (changes.length === 0) return 'no change\n';
  const lines = changes.flatMap((c) => [`${c.kind} ${c.what} ${c.label}${c.label === c.ref ? '' : ` (${c.ref})`}`, ...c.details.map((d) => `    ${d}`)]);
  return [...lines, `${affected.length} of ${total} test questions are answered differently${affected.length > 0 ? ':' : ''}`, ...affected.map((q) => `    ${q.question}`), ''].join('\n');
}
