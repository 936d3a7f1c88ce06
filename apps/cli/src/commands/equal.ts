import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { equalResults } from '@countersign/evidence';
import { requireJsonl } from '../arguments.js';
import { LineError, pumpJsonLines } from '../json-lines.js';
import { linesOf } from '../lines.js';
import { resultMember } from '../result-member.js';

/** `countersign equal`: do two results say the same? */
export async function equalCommand(args: string[], input: Readable, output: Writable): Promise<number> {
  const { values } = parseArgs({ args, options: { jsonl: { type: 'boolean' } } });
  requireJsonl(values.jsonl);
  await pumpJsonLines(linesOf(input), output, {
    known: ['gold', 'predicted', 'ordered'],
    width: 1,
    work: async (line, raw) => ({ ...equalResults(resultMember(raw, 'gold'), resultMember(raw, 'predicted'), flagMember(line, 'ordered')) }),
  });
  return 0;
}

function flagMember(line: Record<string, unknown>, name: string): boolean {
  const value = line[name] ?? false;
  if (typeof value !== 'boolean') throw new LineError('bad-member', `"${name}" is neither true nor false`);
  return value;
}
