import type { Cte, Expr, Interpretation, QueryBody } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import { TIME, type Pack } from '../pack.js';
import { typeOf } from './blocks.js';
import { COMPARE } from './conditions.js';
import { all, binary, call, cast, column, item, number, query, select, table } from './expr.js';
import type { Figures } from './figures.js';
import { needMetric } from './metric-expr.js';
import { bucketValue, spineQuery, type Spine } from './spine.js';

/**
 * Figures with a row for every period of the spine (and, where they are broken down further, for every member that is
 * there at all). Empty rows are stacked under the figures and folded with them, so unknown members stay what they are.
 */
export function fillGaps(pack: Pack, having: Interpretation['having'], figures: Figures, spine: Spine): Figures {
  const time = figures.dimensions.find((d) => d.shown.ref === TIME)!.name;
  const members = figures.dimensions.filter((d) => d.name !== time).map((d) => d.name);
  const empty = emptyRows(pack, figures, spine, time, members);
  const ctes: Cte[] = [
    ...figures.ctes,
    { name: 'found', columns: [], query: query(figures.body) },
    { name: 'spine', columns: [spine.grain], query: spineQuery(spine) },
    ...(members.length > 0 ? [{ name: 'members', columns: [], query: query(membersOf(spine, members)) }] : []),
    { name: 'unfilled', columns: [], query: query({ kind: 'set-operation', op: 'union', all: true, left: rowsFound(figures), right: empty }) },
    { name: 'filled', columns: [], query: query(folded(pack, figures)) },
  ];
  const names = [...figures.dimensions, ...figures.values].map((d) => d.name);
  const where = all(having.map((h) => binary(column(figures.values.find((v) => v.ref === h.ref)!.name, 'filled'), COMPARE[h.op], number(h.value))));
  return {
    ...figures, ctes,
    body: select({ items: names.map((n) => item(column(n, 'filled'), n)), from: [table('filled')], ...(where ? { where } : {}) }),
    values: figures.values.map((v) => ({ ...v, nullable: true })),
    proofs: [...figures.proofs, `every ${spine.grain} asked for has a row; one without data shows what the metric declares for it`],
  };
}

const rowsFound = (figures: Figures): QueryBody => select({ items: [...figures.dimensions, ...figures.values].map((d) => item(column(d.name, 'found'), d.name)), from: [table('found')] });

/** One row a member, with the first period: the spine is tied to it. */
const membersOf = (spine: Spine, members: string[]): QueryBody => select({ distinct: true, items: [...members.map((m) => item(column(m, 'found'), m)), item(bucketValue(spine.grain, spine.starts[0]!), 'since')], from: [table('found')] });

function emptyRows(pack: Pack, figures: Figures, spine: Spine, time: string, members: string[]): QueryBody {
  const at = column(spine.grain, 'spine');
  const values = figures.values.map((v) => item(cast({ kind: 'null' }, typeOfValue(pack, v.ref)), v.name));
  const dimensions = figures.dimensions.map((d) => item(d.name === time ? at : column(d.name, 'members'), d.name));
  if (members.length === 0) return select({ items: [...dimensions, ...values], from: [table('spine')] });
  return select({ items: [...dimensions, ...values], from: [{ kind: 'join', type: 'inner', left: table('members'), right: table('spine'), using: [], natural: false, on: binary(at, '>=', column('since', 'members')) }] });
}

function typeOfValue(pack: Pack, ref: string): string {
  const def = needMetric(pack, ref);
  return def.kind === 'ratio' || def.kind === 'derived' ? 'numeric' : typeOf(def);
}

/** A fold meets at most one figure and one empty row. */
function folded(pack: Pack, figures: Figures): QueryBody {
  const keys = figures.dimensions.map((d) => column(d.name, 'unfilled'));
  const value = (v: Figures['values'][number]): Expr => {
    const found = call('max', [column(v.name, 'unfilled')]);
    return leavesOf(pack, v.ref).every((leaf) => leaf.gaps === 'zero') && needMetric(pack, v.ref).kind !== 'ratio' ? call('coalesce', [found, number('0')]) : found;
  };
  return select({
    items: [...figures.dimensions.map((d) => item(column(d.name, 'unfilled'), d.name)), ...figures.values.map((v) => item(value(v), v.name))],
    from: [table('unfilled')],
    groupBy: keys.map((expr) => ({ kind: 'group-expr', expr })),
  });
}
