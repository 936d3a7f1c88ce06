import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadPack, type Pack } from '../index.js';

const ROOT = path.resolve(__dirname, '../../../../packs/commerce');

/** The texts of the commerce pack's own files. Tests read files; the library never does. */
export function commerceFiles(): Record<string, string> {
  return Object.fromEntries(readdirSync(ROOT).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(ROOT, f), 'utf8')]));
}

export function commercePack(): Pack {
  const { pack, findings } = loadPack(commerceFiles(), 1);
  if (!pack) throw new Error(JSON.stringify(findings, null, 1));
  return pack;
}

/** Texts of the YAML specs of questions under packs/commerce/tests; pairs of question and SQL are tried where SQL is read. */
export function specFiles(): { name: string; text: string }[] {
  const folder = path.join(ROOT, 'tests');
  return readdirSync(folder).filter((f) => f.endsWith('.yaml') && !f.startsWith('alignment.')).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}
