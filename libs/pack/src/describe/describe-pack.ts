import type { Locale, NameBinding, PackSummary } from '@countersign/contracts';
import { TIME, type EntityDef, type Pack } from '../pack.js';
import type { Bilingual } from '../schema/pack-source.js';
import { columnLabel, metricOf } from './refs.js';

/** Label and definition of whatever a reference names; undefined when it names nothing. */
function textOf(pack: Pack, ref: string): { label: Bilingual; definition: Bilingual } | undefined {
  if (ref === TIME) return { label: { en: 'time', ko: '시간' }, definition: { en: 'The date each metric is dated by.', ko: '지표마다 정해진 날짜.' } };
  const entity = pack.entities.get(ref);
  const [owner = '', id = ''] = ref.split('.');
  const column = pack.entities.get(owner)?.columns.get(id);
  return metricOf(pack, ref) ?? pack.series.get(ref) ?? pack.dimensions.get(ref) ?? pack.filters.get(ref) ?? (entity && { label: entity.label, definition: entity.description }) ?? (column && { label: columnLabel(column), definition: columnLabel(column) });
}

/**
 * What a metric, dimension, filter, entity or column means, for people; the reference itself when it is unknown.
 * @example definitionOf(pack, 'gross_margin', 'en') // 'Net revenue less cost of goods sold.'
 */
export const definitionOf = (pack: Pack, ref: string, locale: Locale): string => textOf(pack, ref)?.definition[locale] ?? ref;

/**
 * The name people use for a reference; the reference itself when it is unknown.
 * @example labelOf(pack, 'net_revenue', 'ko') // '순매출'
 */
export const labelOf = (pack: Pack, ref: string, locale: Locale): string => textOf(pack, ref)?.label[locale] ?? ref;

/**
 * Columns that hold personal data, as 'entity.column'.
 * @example sensitiveColumns(pack) // ['customers.full_name', 'customers.email']
 */
export const sensitiveColumns = (pack: Pack): string[] => storedTables(pack).flatMap((e) => [...e.columns.values()].filter((c) => c.sensitivity === 'personal').map((c) => `${e.id}.${c.id}`));

/** Standard tables and their columns, in the pack's order. */
export const tablesOf = (pack: Pack): { name: string; columns: string[] }[] => storedTables(pack).map((e) => ({ name: e.id, columns: [...e.columns.keys()] }));

/** Entities that are tables of their own, not parts that another one plays, with the columns that are stored. */
export const storedTables = (pack: Pack): EntityDef[] => [...pack.entities.values()].filter((e) => e.table === e.id).map((e) => ({ ...e, columns: new Map([...e.columns].filter(([, c]) => !c.scored)) }));

/**
 * The binding of a data source whose tables carry the standard names.
 * @param schema schema they are in; absent: the source's default
 */
export function identityBinding(pack: Pack, schema?: string): NameBinding {
  return { tables: Object.fromEntries(storedTables(pack).map((e) => [e.id, { ...(schema === undefined ? {} : { schema }), name: e.id, columns: {} }])) };
}

/** The pack as the console lists it. `publishedAt` is the store's to say. */
export function packSummary(pack: Pack): Omit<PackSummary, 'publishedAt' | 'boundTo'> {
  return {
    id: pack.id, version: pack.version, title: pack.title,
    metrics: [...pack.metrics.values(), ...pack.series.values()].filter((m) => !m.private).map((m) => ({ ref: m.id, label: m.label, definition: m.definition.en })),
    starters: pack.starters,
  };
}
