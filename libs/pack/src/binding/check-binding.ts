import type { Catalogue, CatalogueTable, ColumnConversion, Finding, NameBinding } from '@countersign/contracts';
import { storedTables } from '../describe/describe-pack.js';
import type { ColumnDef, EntityDef, Pack } from '../pack.js';
import { bindingFinding } from './binding-rules.js';
import { dictionaryOf } from './dictionary-of.js';
import type { BindingPlace } from './read-binding.js';
import { columnsFor, tablesFor } from './suggest.js';
import { typeFit } from './type-fit.js';

type BoundTable = NameBinding['tables'][string];
const NOWHERE: BindingPlace = () => undefined;

/**
 * Holds a binding against the live catalogue of its data source: what is missing (with what may be meant), what has another type, what
 * stands twice, what the pack knows nothing of. Errors are what would make a question fail or mean something else.
 *
 * @param at where a path of the binding was written, from `readBinding`; absent: findings have no place
 * @returns findings, the pack's order; `bindingText` says them in English or Korean
 * @example checkBinding(pack, identityBinding(pack), catalogue).filter((f) => f.severity === 'error') // []
 */
export function checkBinding(pack: Pack, binding: NameBinding, catalogue: Catalogue, at: BindingPlace = NOWHERE): Finding[] {
  const taken = new Map<CatalogueTable, string>();
  // A part that a table plays is that table: it has no names of its own.
  return storedTables(pack).flatMap((entity) => {
    const to = binding.tables[entity.id];
    const path = ['tables', entity.id];
    if (!to) return [bindingFinding('binding-unbound-table', 'warning', { table: entity.id }, at(['tables']))];
    const table = realTable(catalogue, to);
    if (!table) {
      const wanted = [...entity.columns.keys()].map((column) => to.columns[column] ?? column);
      return [bindingFinding('binding-missing-table', 'error', { table: entity.id, real: nameOf(to), nearest: tablesFor(entity, to.name, wanted, catalogue.tables) }, at([...path, 'name']))];
    }
    const other = taken.get(table);
    taken.set(table, entity.id);
    const twice = other === undefined ? [] : [bindingFinding('binding-table-twice', 'warning', { table: entity.id, other, real: nameOf(to) }, at([...path, 'name']))];
    return [...twice, ...checkColumns(pack, entity, to, table, (column) => at([...path, 'columns', column]))];
  });
}

const nameOf = ({ schema, name }: BoundTable): string => (schema === undefined ? name : `${schema}.${name}`);

/** As everywhere: without a schema the first along the search path, else the only one of that name. */
function realTable({ tables, searchPath }: Catalogue, { schema, name }: BoundTable): CatalogueTable | undefined {
  const namesakes = tables.filter((table) => table.name === name);
  if (schema !== undefined) return namesakes.find((table) => table.schema === schema);
  const inPath = searchPath.flatMap((path) => namesakes.filter((table) => table.schema === path));
  return inPath[0] ?? (namesakes.length === 1 ? namesakes[0] : undefined);
}

function checkColumns(pack: Pack, entity: EntityDef, to: BoundTable, table: CatalogueTable, at: (column: string) => Finding['at']): Finding[] {
  const findings: Finding[] = [];
  const taken = new Map<string, string>();
  const storedColumns = [...entity.columns.values()];
  const free = table.columns.filter(({ name }) => !storedColumns.some(({ id }) => (to.columns[id] ?? id) === name));
  for (const column of storedColumns) {
    const name = to.columns[column.id] ?? column.id;
    const ref = `${entity.id}.${column.id}`;
    const real = table.columns.find((c) => c.name === name);
    const other = taken.get(name);
    taken.set(name, ref);
    if (other !== undefined) findings.push(bindingFinding('binding-column-twice', 'error', { column: ref, other, name }, at(column.id)));
    if (!real) {
      findings.push(bindingFinding('binding-missing-column', 'error', { column: ref, name, real: nameOf(to), nearest: columnsFor(column, name, free) }, at(column.id)));
      continue;
    }
    const conversion = to.convert?.[column.id];
    findings.push(...checkType(column, ref, real.type, conversion, at(column.id)));
    if (conversion?.kind === 'values') findings.push(...checkValues(pack, column, ref, conversion, at(column.id)));
    if (column.nulls === 'never' && real.nullable) findings.push(bindingFinding('binding-nullable', 'info', { column: ref, name }, at(column.id)));
  }
  if (free.length > 0) findings.push(bindingFinding('binding-extra-columns', 'info', { real: nameOf(to), names: free.map(({ name }) => name) }, undefined));
  return findings;
}

function checkType(column: ColumnDef, ref: string, type: string, conversion: ColumnConversion | undefined, at: Finding['at']): Finding[] {
  const fit = typeFit(column.type, type, conversion);
  if (fit.fits) return [];
  if (fit.why === 'conversion') return [bindingFinding('binding-not-exact', 'error', { column: ref, type, wanted: column.type }, at)];
  return [bindingFinding('binding-wrong-type', 'error', { column: ref, type, wanted: column.type, ...(fit.say === undefined ? {} : { hint: fit.say }) }, at)];
}

function checkValues(pack: Pack, { entity, id, type }: ColumnDef, ref: string, { values }: Extract<ColumnConversion, { kind: 'values' }>, at: Finding['at']): Finding[] {
  const stored = values.map((v) => String(v.stored));
  const twice = [...new Set(stored.filter((value, i) => stored.indexOf(value) !== i))];
  const known = type === 'boolean' ? ['true', 'false'] : dictionaryOf(pack, entity, id)?.values;
  const said = values.map((v) => v.standard);
  return [
    ...twice.map((value) => bindingFinding('binding-value-twice', 'error', { column: ref, value }, at)),
    ...(known ? said.filter((value) => !known.includes(value)).map((value) => bindingFinding('binding-value-unknown', 'error', { column: ref, value }, at)) : []),
    ...(known ? known.filter((value) => !said.includes(value)).map((value) => bindingFinding('binding-value-missing', type === 'boolean' ? 'error' : 'warning', { column: ref, value }, at)) : []),
  ];
}
