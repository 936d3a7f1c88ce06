import { columnClass, type ColumnClass, type ColumnConversion } from '@countersign/contracts';
import type { ColumnSource } from '../schema/pack-source.js';

type PackType = ColumnSource['type'];

/** The class a column of this type has when it is stored as the pack says. */
export const CLASS_OF: Readonly<Record<PackType, ColumnClass>> = { integer: 'integer', decimal: 'number', text: 'text', date: 'date', timestamp: 'timestamp', boolean: 'boolean' };

/** Types whose values can be listed, as they are stored and as they are declared. */
const LISTED: readonly ColumnClass[] = ['text', 'integer', 'number', 'boolean'];
const LISTABLE: readonly PackType[] = ['boolean', 'text', 'integer'];

/** The one way that keeps the meaning exactly without a list of values, by the type declared and the class stored. */
const EXACT: Readonly<Partial<Record<PackType, Partial<Record<ColumnClass, { kind: ColumnConversion['kind']; say: string }>>>>> = {
  decimal: { integer: { kind: 'widen', say: 'as: decimal' } },
  text: { integer: { kind: 'widen', say: 'as: text' } },
  date: { text: { kind: 'day', say: 'day: YYYYMMDD' } },
  timestamp: { date: { kind: 'widen', say: 'as: timestamp' } },
};

/** How MariaDB and MySQL keep a boolean: 1 and 0 are TRUE and FALSE there. */
const BOOLEAN_BY_HABIT = /^tinyint\(1\)/i;

/** Does the stored type hold what the pack declares, as it stands or by the conversion given? */
export type TypeFit = { fits: true } | { fits: false; why: 'type'; say: string | undefined } | { fits: false; why: 'conversion' };

export function typeFit(declared: PackType, stored: string, conversion: ColumnConversion | undefined): TypeFit {
  const found = columnClass(stored);
  const listable = LISTABLE.includes(declared) && found !== undefined && LISTED.includes(found);
  const exact = found && EXACT[declared]?.[found];
  if (!conversion) {
    if (found === undefined || found === CLASS_OF[declared] || (declared === 'boolean' && BOOLEAN_BY_HABIT.test(stored))) return { fits: true };
    return { fits: false, why: 'type', say: exact?.say ?? (listable ? (declared === 'boolean' ? 'values: { true: …, false: … }' : 'values: { … }') : undefined) };
  }
  return (conversion.kind === 'values' ? listable : exact?.kind === conversion.kind) ? { fits: true } : { fits: false, why: 'conversion' };
}
