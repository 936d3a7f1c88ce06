import type { Candidate, Expr, Interpretation } from '@countersign/contracts';
import { columnLabel } from '../describe/refs.js';
import type { EntityDef, Pack } from '../pack.js';
import { conditionsOn, periodOn } from './conditions.js';
import { all, column, item, orderBy, query, select } from './expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import type { Planned } from './plan-query.js';
import { Source } from './source.js';

/** Rows of one entity with every column that is not personal. */
export function planList(pack: Pack, i: Interpretation): Planned {
  const entity = pack.entities.get(i.entity ?? '');
  if (!entity) throw new NoPlan(WHY.nothingToList);
  // What a list can't hold to would silently let every row in.
  if (i.having.length > 0) throw new NoPlan(WHY.limitsOnRows(i.having.map(({ label }) => label).join(', ')));
  if (i.distinct) return planValues(pack, i, entity);
  const source = new Source(pack, entity.id, i.today);
  const where = all([...conditionsOn(source, i.filters, entity.time), ...periodOn(source, entity.time, i.period)]);
  const shown = [...entity.columns.values()].filter((c) => c.sensitivity !== 'personal');
  // What the question names of the things each row belongs to; its own columns are all there.
  const beside = i.dimensions.flatMap(({ ref, label }): { expr: Expr; shown: Candidate['columns'][number] }[] => {
    const def = pack.dimensions.get(ref);
    return !def || def.entity === entity.id ? [] : [{ expr: source.column(def.entity, def.column), shown: { name: def.id, role: 'dimension', ref, label } }];
  });
  const nullable = (name: string): boolean => entity.columns.get(name)?.nulls !== 'never';
  const order = i.order.map(({ ref, direction }) => orderBy(column(ref.split('.')[1] ?? ref, entity.id), direction, nullable(ref.split('.')[1] ?? ref)));
  return {
    query: query(select({ items: [...shown.map((c) => item(source.column(entity.id, c.id), c.id)), ...beside.map(({ expr, shown: { name } }) => item(expr, name))], from: source.from, ...(where ? { where } : {}) }), {
      orderBy: [...order, ...entity.grain.map((key) => orderBy(column(key, entity.id), 'asc'))],
      limit: i.limit ?? null,
    }),
    columns: [...shown.map((c): Candidate['columns'][number] => ({ name: c.id, role: c.role === 'measure' ? 'metric' : c.role === 'label' ? 'label' : 'dimension', ref: `${entity.id}.${c.id}`, label: columnLabel(c)[i.locale], ...(typeof c.unit === 'string' ? { unit: c.unit } : {}) })), ...beside.map((b) => b.shown)],
    proofs: [`one row a ${entity.label.en}: ${source.path === '' ? 'no join' : `joins ${source.path} are many-to-one`}`],
  };
}

/** The different values that dimensions have in rows of one entity; that none is known is one of them. */
function planValues(pack: Pack, i: Interpretation, entity: EntityDef): Planned {
  const source = new Source(pack, entity.id, i.today);
  const where = all([...conditionsOn(source, i.filters, entity.time), ...periodOn(source, entity.time, i.period)]);
  const values = i.dimensions.flatMap(({ ref, label }) => {
    const def = pack.dimensions.get(ref);
    return def ? [{ def, label, expr: source.column(def.entity, def.column) }] : [];
  });
  if (values.length === 0) throw new NoPlan(WHY.nothingToList);
  const direction = (ref: string): 'asc' | 'desc' => i.order.find((o) => o.ref === ref)?.direction ?? 'asc';
  return {
    query: query(select({ items: values.map(({ def, expr }) => item(expr, def.id)), from: source.from, ...(where ? { where } : {}), groupBy: values.map(({ expr }) => ({ kind: 'group-expr', expr })) }), {
      orderBy: values.map(({ def }) => orderBy(column(def.id), direction(def.id), source.mayMiss(def.entity, def.column))), limit: i.limit ?? null,
    }),
    columns: values.map(({ def, label }) => ({ name: def.id, role: 'dimension', ref: def.id, label })),
    proofs: [`each ${values.map(({ def }) => def.label.en).join(' and ')} once, as ${entity.label.en} rows have it`],
  };
}
