import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { runPackTests } from '@countersign/pack';
import { readPackFolder, yamlFiles } from '../pack-folder.js';
import { UsageError } from '../usage.js';

/** `countersign pack test`: does each question that travels with the pack still mean what its spec says? */
export function packTestCommand(args: string[], output: Writable): number {
  const { positionals, values } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length !== 1) throw new UsageError('pack test needs one DIR');
  const { total, failed, unreadable } = runPackTests(readPackFolder(folder), yamlFiles(folder));
  const ok = failed.length === 0 && unreadable.length === 0;
  if (values.json) output.write(`${JSON.stringify({ ok, total, failed, unreadable })}\n`);
  else {
    for (const { file, message } of unreadable) output.write(`${file}: can't be read: ${message}\n`);
    for (const { file, question, differences } of failed) output.write(`${file}: ${question}\n${differences.map(({ fact, expected, got }) => `    ${fact}: expected ${expected}, got ${got}\n`).join('')}`);
    output.write(`${total - failed.length} of ${total} passed\n`);
  }
  return ok ? 0 : 1;
}
