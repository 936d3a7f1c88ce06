import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { affectedQuestions, diffPacks, type AskedQuestion, type PackChange } from '@countersign/pack';
import { parse } from 'yaml';
import { z } from 'zod';
import { readPackFolder, yamlFiles } from '../pack-folder.js';
import { UsageError } from '../usage.js';

const Tests = z.object({ today: z.string(), locale: z.enum(['en', 'ko']), questions: z.array(z.object({ question: z.string(), today: z.string().optional() })) });

/** `countersign pack diff`: what changed between two versions, in business words, and which test questions feel it. */
export function packDiffCommand(args: string[], output: Writable): number {
  const { positionals, values } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
  const [before, after] = positionals;
  if (before === undefined || after === undefined || positionals.length !== 2) throw new UsageError('pack diff needs two folders, A and B');
  const [old, now] = [readPackFolder(before), readPackFolder(after)];
  const changes = diffPacks(old, now);
  const tests = [...new Map([...questionsOf(before), ...questionsOf(after)].map((q) => [`${q.locale} ${q.today} ${q.question}`, q])).values()];
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

/** Questions of the YAML specs that travel with a pack; other files there are none of ours. */
function questionsOf(folder: string): AskedQuestion[] {
  return Object.entries(yamlFiles(folder)).filter(([file]) => file.startsWith('tests/')).flatMap(([, content]) => {
    const spec = Tests.safeParse(parse(content));
    return spec.success ? spec.data.questions.map((q) => ({ question: q.question, locale: spec.data.locale, today: q.today ?? spec.data.today })) : [];
  });
}
