import type { Expr, NameBinding, Query, Select } from '@countersign/contracts';
import { dictionaryOf } from '../binding/dictionary-of.js';
import type { EntityDef, Pack, RelationshipDef } from '../pack.js';
import { all, any, binary, call, column, item, number, orderBy, over, query, select, table, text } from '../plan/expr.js';
import { balanceProbes } from './balance-probe.js';
import { bridgeProbe } from './bridge-probe.js';
import { derived, isNull, repeatedKeys, ROWS, rowsWhere } from './counting.js';
import { MOST_VALUES, type Probe } from './probe.js';

/**
 * Everything a pack claims that rows can prove: that its grain and keys are unique, that references find their partner, that what is never
 * empty never is, that each stored value is known, that versions do not overlap, that what a bridge shares out is the whole, that a balance is one
 * row. Each is one read.
 *
 * @param binding of the data source: where it lists how values are stored, the stored ones are looked at
 * @example planProbes(pack, identityBinding(pack)).map((p) => p.id) // ['unique:customers.customer_id', …]
 */
export function planProbes(pack: Pack, binding: NameBinding): Probe[] {
  const stored = [...pack.entities.values()].filter((entity) => entity.table === entity.id && binding.tables[entity.id]);
  return [
    ...stored.flatMap((entity) => [...uniqueProbes(entity), ...nullProbe(entity), ...versionProbe(entity)]),
    ...balanceProbes(pack, (entity) => stored.some(({ id }) => id === entity)),
    ...pack.bridges.filter(({ entity }) => stored.some(({ id }) => id === entity)).flatMap((bridge) => bridgeProbe(pack, bridge)),
    ...pack.relationships.flatMap((r) => referenceProbe(pack, binding, r)),
    ...stored.flatMap((entity) => valueProbes(pack, entity, binding)),
    ...lookupProbes(pack, stored),
  ];
}

/** One group a key; a key of more than one row is what must not be. */
function uniqueProbes(entity: EntityDef): Probe[] {
  const keys = [entity.grain, ...[...entity.columns.values()].filter((c) => c.role === 'key' && !c.scored && !entity.grain.includes(c.id)).map((c) => [c.id])];
  return keys.map((key): Probe => ({ id: `unique:${entity.id}.${key.join('+')}`, kind: 'unique', about: `${entity.id}.${key.join(', ')}`, query: repeatedKeys(entity.id, key) }));
}

function nullProbe(entity: EntityDef): Probe[] {
  const columns = [...entity.columns.values()].filter((c) => c.nulls === 'never' && !c.scored).map((c) => c.id);
  if (columns.length === 0) return [];
  const counts = columns.map((name, i) => item(rowsWhere(isNull(column(name, entity.id))), `c${i}`));
  return [{ id: `never-null:${entity.id}`, kind: 'never-null', about: entity.id, columns, query: query(select({ items: [item(ROWS, 'row_count'), ...counts], from: [table(entity.id)] })) }];
}

/** Overlap: a version that begins before one that began earlier has ended, however many lie between them. */
function versionProbe({ id, versions }: EntityDef): Probe[] {
  if (!versions) return [];
  const [from, to] = [column(versions.from, id), column(versions.to, id)];
  const earlier = over([column(versions.of, id)], [orderBy(from, 'asc')], { unit: 'rows', start: { kind: 'unbounded-preceding' }, end: { kind: 'preceding', offset: number('1') } });
  const isOpen: Expr = { kind: 'case', branches: [{ when: isNull(to), then: number('1') }], otherwise: number('0') };
  const rows = query(select({
    items: [item(from, 'v_from'), item(to, 'v_to'), item(call('max', [to], { over: earlier }), 'earlier_end'), item(call('max', [isOpen], { over: earlier }), 'earlier_open')],
    from: [table(id)],
  }));
  const [begin, end, earlierEnd, earlierOpen] = ['v_from', 'v_to', 'earlier_end', 'earlier_open'].map((name) => column(name, 'v')) as [Expr, Expr, Expr, Expr];
  return [{
    id: `versions:${id}`, kind: 'versions', about: id,
    query: query(select({
      items: [item(ROWS, 'row_count'), item(rowsWhere(any([binary(earlierOpen, '=', number('1')), binary(earlierEnd, '>', begin)])!), 'overlaps'), item(rowsWhere(binary(end, '<=', begin)), 'inverted')],
      from: [derived(rows, 'v')],
    })),
  }];
}

/** Against the different keys of the other side, so that a partner that is there twice counts once. */
function referenceProbe(pack: Pack, binding: NameBinding, { from, to, optional }: RelationshipDef): Probe[] {
  const tables = [from, to].map(({ entity }) => pack.entities.get(entity)?.table ?? entity);
  const [many, one] = tables as [string, string];
  if (!binding.tables[many] || !binding.tables[one] || pack.entities.get(from.entity)?.table !== from.entity) return [];
  const keys = query(select({ distinct: true, items: [item(column(to.column, one), 'k')], from: [table(one)] }));
  const [value, partner] = [column(from.column, many), column('k', 'p')];
  return [{
    id: `reference:${from.entity}.${from.column}→${one}.${to.column}`, kind: 'reference', about: `${from.entity}.${from.column} → ${one}.${to.column}`, optional,
    query: query(select({
      items: [item(ROWS, 'row_count'), item(rowsWhere({ kind: 'logical', op: 'and', operands: [isNull(value, true), isNull(partner)] }), 'orphans'), item(rowsWhere(isNull(value)), 'without')],
      from: [{ kind: 'join', type: 'left', left: table(many), right: derived(keys, 'p'), using: [], natural: false, on: binary(value, '=', partner) }],
    })),
  }];
}

/** Personal values are never looked at. */
function valueProbes(pack: Pack, entity: EntityDef, binding: NameBinding): Probe[] {
  const to = binding.tables[entity.id];
  return [...entity.columns.values()].flatMap((c): Probe[] => {
    if (c.sensitivity === 'personal' || c.scored) return [];
    const conversion = to?.convert?.[c.id];
    const about = `${entity.id}.${c.id}`;
    if (conversion?.kind === 'values' && to) {
      const name = to.schema === undefined ? [to.name] : [to.schema, to.name];
      const known = conversion.values.map(({ stored }) => (typeof stored === 'string' ? text(stored) : number(String(stored))));
      return [{ id: `values:${about}`, kind: 'values', about, query: strange({ kind: 'table', name, columnAliases: [] }, column(to.columns[c.id] ?? c.id, to.name), known) }];
    }
    const known = dictionaryOf(pack, entity.id, c.id);
    if (!known || known.values.length === 0 || c.type !== 'text') return [];
    return [{ id: `values:${about}`, kind: 'values', about, open: known.open, query: strange(table(entity.id), column(c.id, entity.id), known.values.map(text)) }];
  });
}

/** What words of questions are looked up in: one row more than is wanted tells that there are too many. */
function lookupProbes(pack: Pack, stored: readonly EntityDef[]): Probe[] {
  const probes = [...pack.dimensions.values()].flatMap(({ entity: id, column: name, lookup }): Probe[] => {
    const entity = stored.find((one) => one.table === (pack.entities.get(id)?.table ?? id));
    if (lookup === undefined || !entity) return [];
    const value = column(name, entity.id);
    const about = `${entity.id}.${name}`;
    return [{
      id: `lookup:${about}`, kind: 'lookup', about, most: lookup,
      query: query(select({ items: [item(value, 'stored'), item(ROWS, 'n')], from: [table(entity.id)], where: isNull(value, true), groupBy: [{ kind: 'group-expr', expr: value }] }), { orderBy: [orderBy(column('n'), 'desc'), orderBy(value, 'asc')], limit: lookup + 1 }),
    }];
  });
  return [...new Map(probes.map((probe) => [probe.id, probe])).values()];
}

/** Values that are none of the known, the most frequent first. */
function strange(from: Select['from'][number], value: Expr, known: Expr[]): Query {
  const outside = all([isNull(value, true), { kind: 'in-list', operand: value, items: known, negated: true }])!;
  return query(select({ items: [item(value, 'stored'), item(ROWS, 'n')], from: [from], where: outside, groupBy: [{ kind: 'group-expr', expr: value }] }), { orderBy: [orderBy(column('n'), 'desc'), orderBy(value, 'asc')], limit: MOST_VALUES });
}
