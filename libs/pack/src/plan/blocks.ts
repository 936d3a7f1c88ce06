import type { BoundDimension, Expr, Interpretation, Period, Select } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import type { AggregateMetric, Pack } from '../pack.js';
import { balanceKey, balanceRows } from './balance.js';
import { conditionsOn, periodOn } from './conditions.js';
import { dimensionColumns, type DimensionColumn } from './dimensions.js';
import { all, binary, call, item, number, select } from './expr.js';
import { aggregateOf, planLeaf, type LeafPlan } from './leaf.js';
import { needMetric } from './metric-expr.js';
import { Source } from './source.js';

/** What a block is asked for. */
export interface BlockRequest {
  pack: Pack;
  locale: 'en' | 'ko';
  metrics: string[];
  dimensions: BoundDimension[];
  filters: Interpretation['filters'];
  period: Period | null;
  today: string;
}

/** One leaf of a metric within its block: `extra` conditions hold for it but not for the block's rows. */
interface Placed {
  plan: LeafPlan;
  where: string[];
  extra: string[];
}

/** A single select over one entity's rows that can give some leaves. */
export interface Block {
  source: Source;
  leaves: Map<string, Expr>;
  dimensions: DimensionColumn[];
  where: Expr | undefined;
  /** What a group must pass to be shown at all. */
  least: Expr[];
}

/** Puts every leaf of the metrics into as few blocks as correct: same rows, same conditions, same date. */
export function blocksFor(request: BlockRequest): { blocks: Block[]; proofs: string[] } {
  const groups = new Map<string, Placed[]>();
  const proofs: string[] = [];
  for (const ref of request.metrics) {
    for (const placed of placeLeaves(request, ref)) {
      const key = [rowsOf(placed.plan), [...placed.where].sort().join(), placed.plan.leaf.time ?? '', placed.plan.leaf.smallGroup?.of ?? ''].join('|');
      const group = groups.get(key) ?? [];
      if (!group.some((g) => g.plan.leaf.id === placed.plan.leaf.id)) {
        group.push(placed);
        proofs.push(placed.plan.proof);
      }
      groups.set(key, group);
    }
  }
  const blocks = [...groups.values()].map((group) => buildBlock(request, group));
  const kept = blocks.some((block) => block.least.length > 0) ? ['groups with too few people behind them are left out'] : [];
  return { blocks, proofs: [...proofs, ...kept, ...new Set(blocks.flatMap((block) => block.source.proofs))] };
}

/** The two sides of a ratio over the same rows share a block; a condition of one side only goes into its aggregate. */
function placeLeaves({ pack, dimensions, filters }: BlockRequest, ref: string): Placed[] {
  const leaves = leavesOf(pack, ref);
  const plans = leaves.map((leaf) => planLeaf(pack, leaf, dimensions, filters));
  const together = needMetric(pack, ref).kind === 'ratio' && plans.every((p) => rowsOf(p) === rowsOf(plans[0]!));
  const common = together ? leaves[0]!.where.filter((w) => leaves.every((l) => l.where.includes(w))) : [];
  return plans.map((plan) => ({ plan, where: together ? common : plan.leaf.where, extra: together ? plan.leaf.where.filter((w) => !common.includes(w)) : [] }));
}

/** Leaves over the same rows may share a select: the same base, the same balances picked, shared out alike. */
const rowsOf = ({ base, bridge, leaf }: LeafPlan): string => [base, bridge?.entity ?? '', balanceKey(leaf)].join(' ');

const named = (refs: string[]) => refs.map((ref) => ({ ref, op: 'named' as const, values: [] }));

function buildBlock(request: BlockRequest, group: Placed[]): Block {
  const { pack, dimensions, filters, period, locale } = request;
  const [first] = group as [Placed, ...Placed[]];
  const rows = balanceRows(request, first.plan.leaf);
  const source = new Source(pack, first.plan.base, request.today, { ...(rows ? { rows } : {}), ...(first.plan.bridge ? { bridge: first.plan.bridge } : {}) });
  const columns = dimensionColumns(source, dimensions, first.plan.leaf, locale);
  const conditions = filters.filter((f) => !f.numerator);
  const where = all([...source.kept, ...conditionsOn(source, named(first.where)), ...conditionsOn(source, conditions, first.plan.leaf.time), ...(rows ? [] : periodOn(source, first.plan.leaf.time, period))]);
  const leaves = new Map(group.map(({ plan, extra }): [string, Expr] => [plan.leaf.id, aggregateOf(source, plan, all(conditionsOn(source, named(extra))))]));
  return { source, leaves, dimensions: columns, where, least: leastOf(source, group.map(({ plan }) => plan.leaf)) };
}

/** Enough different members behind the figure that it is nobody's own. */
function leastOf(source: Source, leaves: AggregateMetric[]): Expr[] {
  const rules = new Map(leaves.flatMap(({ smallGroup }) => (smallGroup ? [[smallGroup.of, smallGroup.least] as const] : [])));
  return [...rules].map(([of, least]) => binary(call('count', [source.column(of, source.pack.entities.get(of)!.grain[0]!)], { distinct: true }), '>=', number(String(least))));
}

/** The leaf as a part of the whole: only rows that pass the numerator's conditions. */
export function numeratorOf(block: Block, plan: LeafPlan, filters: Interpretation['filters']): Expr {
  return aggregateOf(block.source, plan, all(conditionsOn(block.source, filters, plan.leaf.time)));
}

/** The block as a select of its dimensions and the given values. */
export function selectOf(block: Block, values: { name: string; expr: Expr }[], having?: Expr): Select {
  const passed = all([...block.least, ...(having ? [having] : [])]);
  return select({
    items: [...block.dimensions.map((d) => item(d.expr, d.name)), ...values.map((v) => item(v.expr, v.name))],
    from: block.source.from,
    ...(block.where ? { where: block.where } : {}),
    groupBy: block.dimensions.map((d) => ({ kind: 'group-expr', expr: d.expr })),
    ...(passed ? { having: passed } : {}),
  });
}

/** Whole numbers keep their type where rows are put together. */
export const typeOf = (leaf: AggregateMetric): string => (leaf.kind === 'count' || leaf.kind === 'distinct' ? 'bigint' : 'numeric');
