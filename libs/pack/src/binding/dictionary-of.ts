import type { Pack } from '../pack.js';

/** The values that the pack knows of a column, and whether others may be stored; undefined when no dictionary is about it. */
export function dictionaryOf(pack: Pack, entity: string, column: string): { values: string[]; open: boolean } | undefined {
  const dimension = [...pack.dimensions.values()].find((d) => d.entity === entity && d.column === column && d.values);
  if (!dimension?.values) return undefined;
  const dictionary = pack.source.dimensions[dimension.id]?.values;
  return { values: [...dimension.values.keys()], open: dictionary !== undefined && (pack.source.values[dictionary]?.open ?? false) };
}
