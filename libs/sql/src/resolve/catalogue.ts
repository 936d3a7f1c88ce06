import type { ColumnConversion, GateInput, NameBinding, Scope } from '@countersign/contracts';
import { closestName, type NameKey } from './matching.js';

export interface KnownColumn {
  /** Name the query says: the pack's standard name, or the real one. */
  name: string;
  /** Name in the database. */
  real: string;
  denied: boolean;
}

/** What a pack calls a table and its columns. */
export interface StandardName {
  name: string;
  /** standard column → real column, where they differ */
  columns: Readonly<Record<string, string>>;
  /** Real columns whose values are stored otherwise than the pack says them. */
  convert: ReadonlyMap<string, ColumnConversion>;
}

export interface KnownTable {
  /** Real name parts, as printed. */
  parts: string[];
  /** Every name that a pack has for it, however the query named it: policies speak of those. */
  standards: StandardName[];
  /** The pack's name for it, when the query used that: then the values are the standard ones too. */
  named?: StandardName;
  /** `schema.table` or `table`: how reports name it. */
  key: string;
  columns: KnownColumn[];
}

/** What a query can name: the scope, seen through the binding when the text speaks standard names. */
export interface VisibleCatalogue {
  find(name: readonly string[]): KnownTable | undefined;
  names(): string[];
}

type ScopeTable = Scope['tables'][number] | (Omit<Scope['tables'][number], 'denied'> & { denied?: string[] });

export function visibleCatalogue(scope: { defaultSchema?: string | undefined; tables: ScopeTable[] }, binding: NameBinding | undefined, from: GateInput['from'], key: NameKey): VisibleCatalogue {
  const bound = Object.entries(binding?.tables ?? {}).map(([name, to]) => ({ standard: standardName(name, to), table: realTable(scope, to.schema === undefined ? [to.name] : [to.schema, to.name], undefined) }));
  // Only canonical text may say standard names.
  const sayable = from === 'canonical' ? bound : [];
  return {
    find(name) {
      const named = name.length === 1 ? sayable.find(({ standard }) => standard.name === name[0]) : undefined;
      const table = named ? named.table : realTable(scope, name, key);
      return table && { ...known(table, named?.standard.columns ?? {}), standards: bound.filter((b) => b.table === table).map((b) => b.standard), ...(named ? { named: named.standard } : {}) };
    },
    names: () => [...sayable.map(({ standard }) => standard.name), ...scope.tables.map(keyOf)],
  };
}

function standardName(name: string, { columns, convert = {} }: NameBinding['tables'][string]): StandardName {
  return { name, columns, convert: new Map(Object.entries(convert).map(([column, conversion]) => [Object.hasOwn(columns, column) ? columns[column]! : column, conversion])) };
}

function realTable(scope: { defaultSchema?: string | undefined; tables: ScopeTable[] }, name: readonly string[], key: NameKey): ScopeTable | undefined {
  const inSchema = scope.tables.filter((t) => name.length !== 2 || sameSchema(t.schema ?? scope.defaultSchema, name[0]!, key));
  const same = closestName(inSchema, name.at(-1)!, key);
  if (name.length === 2) return same.length === 1 || !key ? same[0] : undefined;
  if (name.length !== 1) return undefined;
  const inDefault = same.find((t) => t.schema === undefined || t.schema === scope.defaultSchema);
  // Without a default schema the search path is not known: only a name that has one meaning is taken.
  return inDefault ?? (scope.defaultSchema === undefined && same.length === 1 && same[0]!.schema === 'public' ? same[0] : undefined);
}

const sameSchema = (schema: string | undefined, name: string, key: NameKey): boolean => schema === name || (schema !== undefined && key !== undefined && key(schema) === key(name));

const keyOf = (table: ScopeTable): string => (table.schema === undefined ? table.name : `${table.schema}.${table.name}`);

function known(table: ScopeTable, standardNames: Readonly<Record<string, string>>): Omit<KnownTable, 'standards'> {
  const denied = new Set(table.denied ?? []);
  const mapped = new Map(Object.entries(standardNames).map(([standard, real]) => [real, standard]));
  const taken = new Set(Object.keys(standardNames));
  const columns = table.columns
    .filter((c) => mapped.has(c.name) || !taken.has(c.name))
    .map((c) => ({ name: mapped.get(c.name) ?? c.name, real: c.name, denied: denied.has(c.name) }));
  // A denied column need not be listed among the columns to be recognised.
  for (const name of denied) if (!table.columns.some((c) => c.name === name)) columns.push({ name: mapped.get(name) ?? name, real: name, denied: true });
  return { parts: table.schema === undefined ? [table.name] : [table.schema, table.name], key: keyOf(table), columns };
}
