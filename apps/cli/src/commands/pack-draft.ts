import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { draftPack, type DraftNote } from '@countersign/pack';
import { readDraftTables } from '../catalog-file.js';
import { UsageError } from '../usage.js';

const ASKS: Record<DraftNote['code'], string> = {
  'no-key': 'nothing tells its rows apart for sure: all columns together were taken as its grain',
  'guessed-key': 'taken as the key by its name',
  'guessed-reference': 'taken as a reference by its name',
  'reference-left-out': 'a reference that does not lead to one row by its one key was left out',
  personal: 'taken as personal data: questions can’t use it unless a grant unmasks it',
  'adds-up': 'taken as something that may be summed',
  'no-comment': 'has no comment: its description says nothing yet',
};

/** `countersign pack draft`: a pack to begin with, and what a person should look at in it. */
export async function packDraftCommand(args: string[], output: Writable): Promise<number> {
  const { values } = parseArgs({ args, options: { catalog: { type: 'string' }, out: { type: 'string' }, id: { type: 'string' }, json: { type: 'boolean' } } });
  if (values.catalog === undefined) throw new UsageError('pack draft needs --catalog FILE');
  const id = values.id ?? idFrom(values.out ?? values.catalog);
  if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new UsageError('--id is lower case letters, digits and -, and begins with a letter');
  const { files, notes } = draftPack(await readDraftTables(values.catalog), { id, title: id });
  if (values.out !== undefined) writeFolder(values.out, files);
  if (values.json) output.write(`${JSON.stringify({ files, notes })}\n`);
  else {
    if (values.out === undefined) for (const [name, text] of Object.entries(files)) output.write(`# ${name}\n${text}\n`);
    for (const { about, code } of notes) output.write(`${values.out === undefined ? '# ' : ''}${about}: ${ASKS[code]}\n`);
  }
  return 0;
}

/** @throws UsageError when something is there already: a draft never overwrites what a person wrote */
function writeFolder(folder: string, files: Record<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) throw new UsageError(`--out ${folder} is not empty`);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--out ${folder} can't be written: ${(error as Error).message}`);
  }
}

const idFrom = (file: string): string => path.basename(file).replace(/\..*$/, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^[^a-z]+|-+$/g, '') || 'draft';
