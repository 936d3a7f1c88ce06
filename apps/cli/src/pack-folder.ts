import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ColumnConversion, NameBinding, Scope } from '@countersign/contracts';
import { identityBinding, loadPack, readBinding, sensitiveColumns, tablesOf, type Pack } from '@countersign/pack';
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
  const { binding, findings } = readBinding(pack, path.basename(file), bindingFileText(file));
  if (binding) return binding;
  throw new UsageError(`--binding ${file}:\n${findings.map(({ message, at }) => `  ${at ? `${at.line}:${at.column}: ` : ''}${message}`).join('\n')}`);
}

/** The text of a binding file. */
export function bindingFileText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--binding ${file} can't be read: ${(error as Error).message}`);
  }
}

/** Everything the pack knows of a source bound so, personal columns denied: what someone with all grants but no unmask may touch. */
export function scopeOfPack(pack: Pack, binding: NameBinding): Scope {
  const personal = sensitiveColumns(pack);
  const tables = tablesOf(pack).flatMap(({ name: standard, columns }) => {
    const real = binding.tables[standard];
    if (!real) return [];
    const realColumn = (column: string): string => real.columns[column] ?? column;
    const typeOf = (column: string): string => storedType(real.convert?.[column], pack.entities.get(standard)?.columns.get(column)?.type ?? '');
    return [{
      ...(real.schema === undefined ? {} : { schema: real.schema }),
      name: real.name,
      columns: columns.map((column) => ({ name: realColumn(column), type: typeOf(column) })),
      denied: columns.filter((column) => personal.includes(`${standard}.${column}`)).map(realColumn),
    }];
  });
  return { tables };
}

/** What a column is stored as, as far as its conversion tells. */
function storedType(conversion: ColumnConversion | undefined, declared: string): string {
  switch (conversion?.kind) {
    case undefined: return declared;
    case 'day': return 'text';
    case 'values': return typeof conversion.values[0]?.stored === 'number' ? 'integer' : 'text';
    case 'widen': return conversion.type === 'timestamp' ? 'date' : 'integer';
  }
}
