import type { Catalogue, CatalogueDrift, CatalogueTable, NameBinding, TableDrift } from '@countersign/contracts';

/** Names kept of each list; the counts are whole. */
const MOST_NAMED = 200;

export type TablesDrift = Omit<CatalogueDrift, 'from' | 'packs'>;

/**
 * What became of the tables between two looks, by their fingerprints; null: nothing that a query could notice.
 * A column that was renamed is one that vanished and one that appeared: nobody but the database's owner knows better.
 */
export function catalogueDrift(before: Catalogue, after: Catalogue): TablesDrift | null {
  const was = byName(before);
  const now = byName(after);
  const appeared = [...now.keys()].filter((name) => !was.has(name));
  const vanished = [...was.keys()].filter((name) => !now.has(name));
  const changed = [...now].flatMap(([name, table]) => {
    const old = was.get(name);
    return old && old.fingerprint !== table.fingerprint ? [tableDrift(name, old, table)] : [];
  });
  if (appeared.length + vanished.length + changed.length === 0) return null;
  const cut = <T>(list: T[]): T[] => list.slice(0, MOST_NAMED);
  return { counts: { appeared: appeared.length, vanished: vanished.length, changed: changed.length }, appeared: cut(appeared), vanished: cut(vanished), changed: cut(changed) };
}

/** Of the tables that vanished or changed, those that a pack has names for. */
export function touchedTables({ vanished, changed }: Pick<TablesDrift, 'vanished' | 'changed'>, binding: NameBinding): string[] {
  const gone = [...vanished, ...changed.map(({ table }) => table)];
  const named = Object.values(binding.tables).map(({ schema, name }) => (schema === undefined ? `.${name}` : `${schema}.${name}`));
  return gone.filter((table) => named.some((name) => (name.startsWith('.') ? table.endsWith(name) : table === name)));
}

function tableDrift(table: string, before: CatalogueTable, after: CatalogueTable): TableDrift {
  const was = new Map(before.columns.map((column) => [column.name, column]));
  const now = new Map(after.columns.map((column) => [column.name, column]));
  return {
    table,
    appeared: [...now.keys()].filter((name) => !was.has(name)),
    vanished: [...was.keys()].filter((name) => !now.has(name)),
    retyped: [...now.values()].flatMap((column) => {
      const old = was.get(column.name);
      return old && spelled(old) !== spelled(column) ? [{ column: column.name, was: spelled(old), now: spelled(column) }] : [];
    }),
  };
}

const spelled = ({ type, nullable }: { type: string; nullable: boolean }): string => (nullable ? type : `${type} NOT NULL`);

const byName = ({ tables }: Catalogue): Map<string, CatalogueTable> => new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]));
