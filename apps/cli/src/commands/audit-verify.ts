import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { verifyExport } from '@countersign/audit';
import { linesOf } from '../lines.js';
import { UsageError } from '../usage.js';

/** `countersign audit verify`: is this export complete and unaltered? */
export async function auditVerifyCommand(args: string[], input: Readable, output: Writable, notes: Writable): Promise<number> {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new UsageError('audit verify needs one FILE');
  const checking = verifyExport(textOf(file === '-' ? input : await open(file)));
  for (;;) {
    const step = await checking.next();
    if (step.done) {
      const { intact, records, omitted, manifest } = step.value;
      if (omitted > 0) notes.write(`filtered: ${omitted} further records of the chain are present as links, without content\n`);
      if (intact && manifest) notes.write(`tenant ${manifest.tenant}, records ${manifest.from.seq} to ${manifest.to.seq}, ends in ${manifest.to.hash}\n`);
      if (intact) output.write(`intact: ${records} records\n`);
      return intact ? 0 : 1;
    }
    const { line, rule, message } = step.value;
    if (!output.write(`line ${line}: ${rule}: ${message}\n`)) await once(output, 'drain');
  }
}

async function open(file: string): Promise<Readable> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new UsageError(`there is no file ${file}`);
  if (found.isDirectory()) throw new UsageError(`${file} is a folder`);
  return createReadStream(file);
}

/** What is not text, or too long to be a record, becomes a line that no check passes. */
async function* textOf(stream: Readable): AsyncGenerator<string, void, undefined> {
  for await (const line of linesOf(stream)) yield line.kind === 'text' ? line.text : `\ufffd${line.kind}`;
}
