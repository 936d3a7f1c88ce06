import { Fault, type Estimate } from '@countersign/contracts';
import { SHOWN_NODES, whole } from '../estimate-caps.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { depth: number; node: string; relation?: string; rows: number; cost: number };

/** How a table is read, in the engine's own words, that reads all of it. */
const FULL = new Set(['ALL', 'index']);

/** The walk's findings: `reads` is how many rows the statement is expected to look at. */
interface Walk {
  reads: number;
  most: number;
  nodes: Node[];
  fullScans: Set<string>;
}

/**
 * Cost is the number of rows that the plan reads, MySQL's own figure where it gives one. MariaDB 10 has no figure in its
 * plan, and the one it keeps beside (Last_query_cost) is 0 for a UNION and leaves subqueries out.
 *
 * @param json the text of `EXPLAIN FORMAT=JSON`, of MariaDB or of MySQL in its first shape
 */
export function estimateOf(json: string): Estimate {
  const root = JSON.parse(json) as Json;
  if (root === null || typeof root !== 'object' || Array.isArray(root)) throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
  const walk: Walk = { reads: 0, most: 0, nodes: [], fullScans: new Set() };
  const rows = visit(root, walk, 1, 0);
  return {
    available: true,
    cost: whole(Math.max(walk.reads, ownCost(root) ?? 0)),
    // A LIMIT hides what is read below it: the cap is on the largest of all parts.
    rows: whole(Math.max(walk.most, rows)),
    plan: walk.nodes.slice(0, SHOWN_NODES),
    fullScans: [...walk.fullScans].sort(),
  };
}

/**
 * Walks a part of the plan that runs `times` times.
 * @returns rows it gives each time
 */
function visit(part: Json, walk: Walk, times: number, depth: number): number {
  if (part === null || typeof part !== 'object') return 1;
  if (Array.isArray(part)) return part.reduce<number>((most, each) => Math.max(most, visit(each, walk, times, depth)), 1);
  let rows = 1;
  for (const [key, child] of Object.entries(part)) {
    if (key === 'nested_loop' && Array.isArray(child)) rows = Math.max(rows, nestedLoop(child, walk, times, depth));
    else if (key === 'table') rows = Math.max(rows, table(child, walk, times, depth));
    else if (key === 'query_specifications' && Array.isArray(child)) rows = Math.max(rows, child.reduce<number>((sum, each) => sum + visit(each, walk, times, depth), 0));
    else if (!key.endsWith('subqueries')) rows = Math.max(rows, visit(child, walk, times, depth));
  }
  // Once for each row of the block they stand in: the engine may keep answers, but need not.
  for (const [key, child] of Object.entries(part)) if (key.endsWith('subqueries')) visit(child, walk, times * (dependsOnRows(child) ? rows : 1), depth + 1);
  walk.most = Math.max(walk.most, rows);
  return rows;
}

/** MySQL says it outright; MariaDB keeps a cache for each subquery that depends on the row outside. */
function dependsOnRows(part: Json): boolean {
  if (part === null || typeof part !== 'object') return false;
  if (Array.isArray(part)) return part.some(dependsOnRows);
  return part['dependent'] === true || 'expression_cache' in part || ('query_block' in part && !('dependent' in part));
}

function nestedLoop(steps: Json[], walk: Walk, times: number, depth: number): number {
  return steps.reduce<number>((rows, step) => rows * visit(step, walk, times * rows, depth + 1), 1);
}

function table(part: Json, walk: Walk, times: number, depth: number): number {
  if (part === null || typeof part !== 'object' || Array.isArray(part)) return 1;
  const { table_name: name, access_type: access } = part;
  const examined = figure(part['rows'] ?? part['rows_examined_per_scan'] ?? part['r_rows']) ?? 1;
  const kept = Math.max(1, examined * (figure(part['filtered']) ?? 100) / 100);
  walk.reads += times * examined;
  walk.most = Math.max(walk.most, examined);
  if (typeof name === 'string' && typeof access === 'string') {
    const real = !name.startsWith('<');
    walk.nodes.push({ depth, node: access, ...(real ? { relation: name } : {}), rows: whole(times * kept), cost: whole(times * examined) });
    if (real && FULL.has(access)) walk.fullScans.add(name);
  }
  // What a derived table is made from is read once, however often the derived table is.
  for (const [key, child] of Object.entries(part)) if (typeof child === 'object') visit(child, walk, key.endsWith('subqueries') ? times * examined : 1, depth + 1);
  return kept;
}

const figure = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** `query_block.cost_info.query_cost` of MySQL. */
function ownCost(root: { [key: string]: Json }): number | undefined {
  const block = root['query_block'];
  const info = block !== null && typeof block === 'object' && !Array.isArray(block) ? block['cost_info'] : undefined;
  return info && typeof info === 'object' && !Array.isArray(info) ? figure(info['query_cost']) : undefined;
}
