import type { AcceptedGateReport, Catalogue, Mask, MaskForm, NameBinding, Policy } from '@countersign/contracts';
import type { LivePerson } from './live-person.js';
import { maskExpression, maskWord } from './mask-expression.js';
import { spellings, standardNames, tableFinder } from './standard-names.js';

/** A mask in real names, ready for the gate, and one word for how it shows the value. */
export interface MaskInForce extends Mask {
  how: string;
}

export interface MasksInput {
  policies: readonly Policy[];
  person: Pick<LivePerson, 'groups' | 'roles'>;
  catalogue: Catalogue;
  binding: NameBinding | undefined;
}

/** From what hides most to what hides least: where two masks hide one column, the first holds. */
const STRICTEST: readonly MaskForm['kind'][] = ['null', 'fixed', 'hash', 'year', 'bucket', 'month', 'first', 'last', 'expression'];

/**
 * Masks in force for a person on a data source: enabled ones that name nobody, one of the person's groups or one of their roles, on
 * columns that the catalogue has. One a column, the strictest. Sorted by id.
 *
 * @example masksFor({ policies: [], person, catalogue, binding }) // []
 */
export function masksFor({ policies, person, catalogue, binding }: MasksInput): MaskInForce[] {
  const asked = policies.flatMap((policy) => {
    const { id, version, enabled, rule } = policy;
    if (enabled !== true || rule.kind !== 'mask' || !concerns(rule, person)) return [];
    const real = realColumn(catalogue, binding, rule.table, rule.column);
    return real ? [{ rank: STRICTEST.indexOf(rule.form.kind), mask: { id, version, ...real.names, expression: maskExpression(rule.form, real.names.column, real.type), how: maskWord(rule.form) } }] : [];
  });
  asked.sort((a, b) => a.rank - b.rank || (a.mask.id < b.mask.id ? -1 : 1));
  const first = new Map<string, MaskInForce>();
  for (const { mask } of asked) if (!first.has(keyOf(mask))) first.set(keyOf(mask), mask);
  return [...first.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const keyOf = ({ table, column }: Mask): string => JSON.stringify([table, column]);

function concerns({ groups, roles }: { groups: readonly string[]; roles: readonly string[] }, person: MasksInput['person']): boolean {
  if (groups.length === 0 && roles.length === 0) return true;
  return groups.some((group) => person.groups.includes(group)) || roles.some((role) => (person.roles as readonly string[]).includes(role));
}

/** The column a policy means, by the pack's names where the binding has them, else by the real ones. */
function realColumn(catalogue: Catalogue, binding: NameBinding | undefined, table: string, column: string): { names: { table: string; column: string }; type: string } | undefined {
  const find = tableFinder(catalogue);
  const bound = binding ? [...standardNames(catalogue, binding)].flatMap(([real, names]) => names.flatMap((standard) => (standard.name === table ? [{ real, standard }] : []))) : [];
  const real = bound[0]?.real ?? catalogue.tables.find((candidate) => spellings(find, candidate).includes(table));
  const found = real?.columns.find(({ name }) => (bound[0] ? bound[0].standard.columnNames(name).includes(column) : name === column)) ?? real?.columns.find(({ name }) => name === column);
  return real && found ? { names: { table: `${real.schema}.${real.name}`, column: found.name }, type: found.type } : undefined;
}

/**
 * Columns a query uses whose values are masked, 'schema.table.column' in real names, and how each is shown. Sorted.
 *
 * @example maskedColumns(report, masks) // [{ column: 'commerce.customers.city', how: 'first:2' }]
 */
export function maskedColumns(report: Pick<AcceptedGateReport, 'columns' | 'masks'>, masks: readonly MaskInForce[]): { column: string; how: string }[] {
  return masks
    .filter(({ id }) => report.masks?.some((put) => put.id === id))
    .map(({ table, column, how }) => ({ column: `${table}.${column}`, how }))
    .filter(({ column }) => report.columns.some((used) => used === column || column.endsWith(`.${used}`)))
    .sort((a, b) => (a.column < b.column ? -1 : 1));
}
