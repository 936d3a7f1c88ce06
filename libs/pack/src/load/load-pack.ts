import type { Finding } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import { PackSource } from '../schema/pack-source.js';
import { buildLexicon } from './build-lexicon.js';
import { checkReferences } from './check-references.js';
import { compile } from './compile.js';
import { placeOf, readFiles } from './read-files.js';

/** A pack, or null with the errors that stop it; warnings come with a pack too. */
export interface LoadedPack {
  pack: Pack | null;
  findings: Finding[];
}

/**
 * Loads a pack from the texts of its files. Pure: the caller reads the files.
 *
 * @param files relative path → text; only `.yaml`/`.yml` outside `tests/`, `warehouse/` and `bindings/` belong to the pack
 * @param version number the pack is published under
 * @returns the pack, or null when a finding is an error; each finding says where (line, column, file in the excerpt)
 * @example loadPack({ 'pack.yaml': '…', 'metrics.yaml': '…' }, 1).pack?.id // 'commerce'
 */
export function loadPack(files: Record<string, string>, version: number): LoadedPack {
  const findings: Finding[] = [];
  const sections = readFiles(files, findings);
  const parsed = PackSource.safeParse(sections.merged);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      findings.push({ rule: 'schema', severity: 'error', message: `${issue.path.join('.') || 'pack'}: ${issue.message}`, at: placeOf(sections, issue.path) });
    }
    return { pack: null, findings };
  }
  const at = (path: PropertyKey[]) => placeOf(sections, path);
  const compiled = compile(parsed.data, version, findings, at);
  checkReferences(compiled, findings, at);
  if (findings.some((f) => f.severity === 'error')) return { pack: null, findings };
  return { pack: { ...compiled, lexicon: buildLexicon(compiled, findings, at) }, findings };
}
