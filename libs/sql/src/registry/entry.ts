/** scalar: one value from one row. aggregate: may stand alone or over a window. window: needs OVER. set: rows in FROM. */
export type FunctionKind = 'scalar' | 'aggregate' | 'window' | 'set';

export interface FunctionEntry {
  /** Canonical name, lower case. */
  name: string;
  family: string;
  kind: FunctionKind;
  /** Argument types in order, as written in the table. */
  args: readonly string[];
  minArgs: number;
  /** Infinity when the last argument may be repeated. */
  maxArgs: number;
  returns: string;
  /** Output columns in FROM; empty: one, named after the alias or the function. */
  columns: readonly string[];
  /** WITHIN GROUP (ORDER BY …) must follow; or may. */
  orderedSet: boolean | 'optional';
}

const SIGNATURE = /^(?<name>[a-z_0-9]+)\((?<args>[^)]*)\)(?<ordered> within group\??)? -> (?<returns>[a-z\[\] ]+?)(?: \((?<columns>[a-z_, ]+)\))?$/;

/**
 * Reads one family of the registry. A line is `name(type, type?, type...) -> type`; `?` marks an optional argument,
 * `...` one that repeats, ` within group` an ordered-set aggregate (`within group?`: where wanted), `(a, b)` after the result the columns of a set.
 */
export function family(name: string, kind: FunctionKind, lines: readonly string[]): FunctionEntry[] {
  return lines.map((signature) => {
    const parts = SIGNATURE.exec(signature)?.groups;
    if (!parts) throw new TypeError(`registry line can't be read: ${signature}`);
    const args = parts['args']!.split(',').map((a) => a.trim()).filter(Boolean);
    return {
      name: parts['name']!,
      family: name,
      kind,
      args,
      minArgs: args.filter((a) => !/[?.]$/.test(a)).length,
      maxArgs: args.at(-1)?.endsWith('...') ? Infinity : args.length,
      returns: parts['returns']!,
      columns: parts['columns']?.split(',').map((c) => c.trim()) ?? [],
      orderedSet: parts['ordered']?.endsWith('?') ? 'optional' : parts['ordered'] !== undefined,
    };
  });
}
