import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NameBinding, type Scope } from '@countersign/contracts';
import { identityBinding, loadPack, sensitiveColumns, tablesOf, type Pack } from '@countersign/pack';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from './usage.js';

/**
 * Loads the pack in a folder.
 *
 * @throws UsageError that says what is wrong and where
 */
export function readPackFolder(folder: string): Pack {
  const { pack, findings } = loadPack(yamlFiles(folder), 1);
  if (pack) return pack;
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ message, at }) => `  ${at ? `${at.excerpt}:${at.line}:${at.column}: ` : ''}${message}`);
  throw new UsageError(`--pack ${folder} is no usable pack:\n${errors.join('\n')}`);
}

/** The YAML texts of a folder by their path in it. */
export function yamlFiles(folder: string): Record<string, string> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name));
    const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
    return Object.fromEntries(files.map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')]));
  } catch (error) {
    throw new UsageError(`${folder} can't be read: ${(error as Error).message}`);
  }
}

/** Reads the file behind `--binding` (YAML or JSON): standard names to a source's real ones. Absent: they are the same. */
export function readBindingFile(file: string | undefined, pack: Pack): NameBinding {
  if (file === undefined) return identityBinding(pack);
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--binding ${file} can't be read: ${(error as Error).message}`);
  }
  const parsed = NameBinding.safeParse(content);
  if (!parsed.success) throw new UsageError(`--binding ${file}: ${z.prettifyError(parsed.error)}`);
  checkNames(parsed.data, pack, file);
  return parsed.data;
}

/** A misspelt standard name would silently leave a column unbound. */
function checkNames({ tables }: NameBinding, pack: Pack, file: string): void {
  const known = new Map(tablesOf(pack).map(({ name, columns }) => [name, columns]));
  for (const [table, { columns }] of Object.entries(tables)) {
    const have = known.get(table);
    if (!have) throw new UsageError(`--binding ${file}: the pack has no table ${table}`);
    for (const column of Object.keys(columns)) if (!have.includes(column)) throw new UsageError(`--binding ${file}: the pack has no column ${table}.${column}`);
  }
}

/** Everything the pack knows of a source bound so, personal columns denied: what someone with all grants but no unmask may touch. */
export function scopeOfPack(pack: Pack, binding: NameBinding): Scope {
  const personal = sensitiveColumns(pack);
  const tables = tablesOf(pack).flatMap(({ name: standard, columns }) => {
    const real = binding.tables[standard];
    if (!real) return [];
    const realColumn = (column: string): string => real.columns[column] ?? column;
    return [{
      ...(real.schema === undefined ? {} : { schema: real.schema }),
      name: real.name,
      columns: columns.map((column) => ({ name: realColumn(column), type: pack.entities.get(standard)?.columns.get(column)?.type ?? '' })),
      denied: columns.filter((column) => personal.includes(`${standard}.${column}`)).map(realColumn),
    }];
  });
  return { tables };
}
