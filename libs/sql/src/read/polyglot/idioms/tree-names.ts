import type { Dialect } from '@countersign/contracts';
import { spellingsOf } from '../../../dialects/spelling/spelling-of.js';
import { FUNCTIONS } from '../../../registry/functions.js';

/**
 * What the tree calls a native function: the entry that the engine spells this way. A registry function that the engine
 * spells otherwise, or not at all, is none of the engine's: `undefined`. Any other name stays as it is, for the check of
 * functions to name and refuse.
 */
export function treeNames(dialect: Dialect): (native: string) => string | undefined {
  let byNative: ReadonlyMap<string, string> | undefined;
  return (native) => {
    byNative ??= new Map(Object.entries(spellingsOf(dialect)).filter(([, spelled]) => /^(?:[a-z0-9_]+|[A-Z_]+)$/.test(spelled)).map(([name, spelled]) => [spelled.toLowerCase(), name]));
    const known = byNative.get(native);
    if (known !== undefined) return known;
    return FUNCTIONS.has(native) || Object.hasOwn(spellingsOf(dialect), native) ? undefined : native;
  };
}
