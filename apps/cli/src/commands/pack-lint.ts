import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Finding } from '@countersign/contracts';
import { checkBinding, loadPack, readBinding, type Pack } from '@countersign/pack';
import { readCatalogueFile } from '../catalog-file.js';
import { bindingFileText, yamlFiles } from '../pack-folder.js';
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

/** `countersign pack lint`: can this folder be published as a pack, and what is wrong where? With `--binding` also: does the binding fit, and the catalogue it is held against? */
export async function packLintCommand(args: string[], output: Writable): Promise<number> {
  const { positionals, values } = parseArgs({ args, options: { json: { type: 'boolean' }, binding: { type: 'string' }, catalog: { type: 'string' } }, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length !== 1) throw new UsageError('pack lint needs one DIR');
  if (values.catalog !== undefined && values.binding === undefined) throw new UsageError('--catalog is what a --binding is held against');
  const { pack, findings: ofPack } = loadPack(yamlFiles(folder), 1);
  const ofBinding = pack && values.binding !== undefined ? await bindingFindings(pack, values.binding, values.catalog) : [];
  const findings = [...ofPack, ...ofBinding].map(located);
  const errors = findings.filter((f) => f.severity === 'error').length;
  if (values.json) output.write(`${JSON.stringify({ ok: errors === 0, findings })}\n`);
  else {
    for (const f of findings) output.write(`${placeOf(f)}${f.severity}: ${f.message} (${f.rule})\n`);
    output.write(`${errors} ${errors === 1 ? 'error' : 'errors'}, ${findings.length - errors} ${findings.length - errors === 1 ? 'note' : 'notes'}\n`);
  }
  return errors === 0 ? 0 : 1;
}

async function bindingFindings(pack: Pack, file: string, catalog: string | undefined): Promise<Finding[]> {
  const { binding, findings, at } = readBinding(pack, path.basename(file), bindingFileText(file));
  return binding && catalog !== undefined ? [...findings, ...checkBinding(pack, binding, await readCatalogueFile(catalog), at)] : findings;
}

/** A finding's excerpt begins with its file. */
function located({ rule, severity, message, at }: Finding): Located {
  const [, file, excerpt] = /^([^:]+\.ya?ml): ?(.*)$/s.exec(at?.excerpt ?? '') ?? [];
  return { rule, severity, message, file: file ?? null, line: at?.line ?? null, column: at?.column ?? null, excerpt: excerpt ?? null };
}

const placeOf = ({ file, line, column }: Located): string => (file === null ? '' : `${file}:${line ?? 1}:${column ?? 1}: `);
