import type { FactsSchema, Locale, NameBinding } from '@countersign/contracts';
import { labelOf, type Pack } from '@countersign/pack';

/** A pack as a data source spells it. */
export interface RealNames {
  /** The source's tables that the pack knows, and how they refer to each other. */
  schema: FactsSchema;
  /** What people call a real table or a real 'table.column'; undefined: the pack does not know it. */
  labelOf(name: string, locale: Locale): string | undefined;
}

/**
 * The names of printed SQL, with what the pack says of them.
 *
 * @param binding absent: the source uses the pack's names
 * @example realNames(pack, { tables: { orders: { name: 'TBL_ORD', columns: { order_date: 'ORD_DT' } } } }).labelOf('tbl_ord.ord_dt', 'en') // 'order date'
 */
export function realNames(pack: Pack, binding: NameBinding | undefined): RealNames {
  const real = (table: string, column: string): string => binding?.tables[table]?.columns[column] ?? column;
  const realTable = (table: string): string => binding?.tables[table]?.name ?? table;
  const tables = [...pack.entities.values()].filter(({ id, table }) => id === table);
  const standard = new Map(tables.flatMap(({ id, columns }) => [
    [realTable(id).toLowerCase(), id] as const,
    ...[...columns.keys()].map((column) => [`${realTable(id)}.${real(id, column)}`.toLowerCase(), `${id}.${column}`] as const),
  ]));
  const ownTable = (entity: string): string => pack.entities.get(entity)?.table ?? entity;
  return {
    schema: {
      tables: tables.map(({ id, columns }) => ({
        name: realTable(id),
        columns: [...columns.values()].filter((column) => !column.scored).map((column) => real(id, column.id)),
        references: pack.relationships.filter(({ from }) => ownTable(from.entity) === id)
          .map(({ from, to }) => ({ column: real(id, from.column), table: realTable(ownTable(to.entity)) })),
      })),
    },
    labelOf: (name, locale) => {
      const ref = standard.get(name.toLowerCase());
      return ref === undefined ? undefined : labelOf(pack, ref, locale);
    },
  };
}
