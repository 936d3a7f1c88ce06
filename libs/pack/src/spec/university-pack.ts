import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadPack, type Pack } from '../index.js';

const ROOT = path.resolve(__dirname, '../../../../packs/university-records');

/** The texts of the university pack's own files. Tests read files; the library never does. */
export function universityFiles(): Record<string, string> {
  return Object.fromEntries(readdirSync(ROOT).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(ROOT, f), 'utf8')]));
}

export function universityPack(): Pack {
  const { pack, findings } = loadPack(universityFiles(), 1);
  if (!pack) throw new Error(JSON.stringify(findings, null, 1));
  return pack;
}

/** The text of a YAML spec under packs/university-records/tests. */
export const universitySpec = (name: string): string => readFileSync(path.join(ROOT, 'tests', name), 'utf8');
