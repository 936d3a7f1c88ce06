import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadPack, type Pack } from '../index.js';

const ROOT = path.resolve(__dirname, '../../../../packs/manufacturing-erp');

/** The texts of a folder of the manufacturing pack. Tests read files; the library never does. */
export const manufacturingFiles = (folder = '.'): Record<string, string> =>
  Object.fromEntries(readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.yaml')).map((name) => [path.join(folder, name), readFileSync(path.join(ROOT, folder, name), 'utf8')]));

export function manufacturingPack(): Pack {
  const { pack, findings } = loadPack(manufacturingFiles(), 1);
  if (!pack) throw new Error(JSON.stringify(findings, null, 1));
  return pack;
}
