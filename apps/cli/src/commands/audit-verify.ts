import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { readSigningKey, verifyExport, type ExportSummary, type Known } from '@countersign/audit';
import { linesOf } from '../lines.js';
import { UsageError } from '../usage.js';

/** `countersign audit verify`: is this export complete and unaltered, and whose is it? */
export async function auditVerifyCommand(args: string[], input: Readable, output: Writable, notes: Writable): Promise<number> {
  const { positionals, values } = parseArgs({ args, options: { key: { type: 'string' }, head: { type: 'string' } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new UsageError('audit verify needs one FILE');
  const known: Known = { ...(values.key === undefined ? {} : { publicKey: keyOf(values.key) }), ...(values.head === undefined ? {} : { head: hashOf(values.head) }) };
  const checking = verifyExport(textOf(file === '-' ? input : await open(file)), known);
  for (;;) {
    const step = await checking.next();
    if (step.done) {
      if (step.value.intact) for (const note of notesOn(step.value, known)) notes.write(`${note}\n`);
      if (step.value.intact) output.write(`intact: ${step.value.records} records\n`);
      return step.value.intact ? 0 : 1;
    }
    const { line, rule, message } = step.value;
    if (!output.write(`line ${line}: ${rule}: ${message}\n`)) await once(output, 'drain');
  }
}

/** What the file is, what was proved and, as plainly, what was not. */
function* notesOn({ omitted, manifest, signature, headAt }: ExportSummary, known: Known): Generator<string> {
  if (omitted > 0) yield `filtered: ${omitted} further records of the chain are present as links, without content`;
  if (!manifest) return;
  yield `tenant ${manifest.tenant}, records ${manifest.from.seq} to ${manifest.to.seq}, ends in ${manifest.to.hash}`;
  if (signature === 'proved') yield `signed by the given key (${manifest.signedBy?.keyId ?? ''})`;
  else yield `not checked: who made this file. ${signature === 'none' ? 'It is not signed' : `It is signed with the key it names itself (${manifest.signedBy?.keyId ?? ''})`}; whoever can write a file can make one that fits itself. Give --key PUBLICKEY (GET /v1/audit/key).`;
  if (known.head !== undefined) yield `the given head is record ${headAt ?? '?'}`;
  else if (signature !== 'proved') yield 'not checked: whether it ends where the chain ended. Give --head HASH, as the console or an earlier export shows it.';
}

function keyOf(given: string): string {
  const key = readSigningKey(existsSync(given) ? readFileSync(given, 'utf8') : given);
  if (!key) throw new UsageError('--key is a public key, 32 bytes in base64, or a file that holds it');
  return key.publicKey;
}

function hashOf(given: string): string {
  const hash = given.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new UsageError('--head is a hash, 64 hexadecimal digits');
  return hash;
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
