import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Finding } from '@countersign/contracts';
import { loadPack } from '@countersign/pack';
import { yamlFiles } from '../pack-folder.js';
import { UsageError } from '../usage.js';

/** A finding with the file it is in, as an editor can jump to it. */
interface Located {
  rule: string;
  severity: Finding['severity'];
  message: string;
  file: string | null;
  line: number | null;
  column: number | null;
  excerpt: string | null;
}

/** `countersign pack lint`: can this folder be published as a pack, and what is wrong where? */
export function packLintCommand(args: string[], output: Writable): number {
  const { positionals, values } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length !== 1) throw new UsageError('pack lint needs one DIR');
  const findings = loadPack(yamlFiles(folder), 1).findings.map(located);
  const errors = findings.filter((f) => f.severity === 'error').length;
  if (values.json) output.write(`${JSON.stringify({ ok: errors === 0, findings })}\n`);
  else {
    for (const f of findings) output.write(`${placeOf(f)}${f.severity}: ${f.message} (${f.rule})\n`);
    output.write(`${errors} ${errors === 1 ? 'error' : 'errors'}, ${findings.length - errors} ${findings.length - errors === 1 ? 'note' : 'notes'}\n`);
  }
  return errors === 0 ? 0 : 1;
}

/** A finding's excerpt begins with its file. */
function located({ rule, severity, message, at }: Finding): Located {
  const [, file, excerpt] = /^([^:]+\.ya?ml): ?(.*)$/s.exec(at?.excerpt ?? '') ?? [];
  return { rule, severity, message, file: file ?? null, line: at?.line ?? null, column: at?.column ?? null, excerpt: excerpt ?? null };
}

const placeOf = ({ file, line, column }: Located): string => (file === null ? '' : `${file}:${line ?? 1}:${column ?? 1}: `);
