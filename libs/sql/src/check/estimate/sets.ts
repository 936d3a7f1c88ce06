import type { CallExpr, Expr } from '@countersign/contracts';
import { MAX_SERIES_ROWS } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { walk } from '../../walk.js';
import { COLUMN_SIZE, SHORT, TABLE_ROWS, type Estimate, type NamedEstimate } from './estimate.js';
import { between, distance, exactly, hull, settled } from './range.js';
import { intervalSeconds } from './written.js';

export interface SetEstimate {
  rows: number;
  columns: readonly [NamedEstimate, ...NamedEstimate[]];
}

/** The rows that a function gives, and what is in them. `declared`: the columns that the query asks it for. */
export function setOf(call: CallExpr, args: readonly Estimate[], declared?: readonly string[]): SetEstimate {
  if (call.name === 'generate_series') return series(call, args);
  if (call.name.startsWith('series_generate_')) return stepwise(call, args, declared);
  const [of = SHORT] = args;
  const items = call.args.flatMap((arg): number[] => (arg.kind === 'array' ? [arg.items.length] : []));
  // What a table holds has some members; what a query makes may be all separators.
  const rows = call.name === 'unnest' && items.length === call.args.length ? Math.max(0, ...items) : Math.max(...args.map((a) => (a.size <= COLUMN_SIZE && a.text === undefined ? TABLE_ROWS : a.size)));
  const names = declared ?? FUNCTIONS.get(call.name)?.columns ?? [];
  const value: Estimate = { size: of.size, ...(call.name === 'unnest' ? { range: of.range, as: of.as } : {}) };
  const [name = call.name, ...more] = names.length ? names : args.slice(0, call.name === 'unnest' ? args.length : 1).map(() => call.name);
  return { rows, columns: [{ ...value, name }, ...more.map((other, i) => ({ ...(call.name === 'unnest' ? { size: args[i + 1]!.size, range: args[i + 1]!.range } : value), name: other }))] };
}

/** SAP HANA's: the step first, and every row has where it begins and ends, its number and a share. */
function stepwise(call: CallExpr, [step, from, to]: readonly Estimate[], names: readonly string[] = []): SetEstimate {
  const span = /^\s*interval\s+(.+)$/i.exec(step?.text ?? '')?.[1];
  const seconds = span === undefined ? undefined : intervalSeconds(span);
  const { rows, columns: [value] } = series(call, [from ?? SHORT, to ?? SHORT, seconds === undefined ? step ?? SHORT : { size: 20, range: exactly(seconds), as: 'span' }]);
  const [first = call.name, ...rest] = names;
  return { rows, columns: [{ ...value, name: first }, ...rest.map((name, i) => ({ ...(i === 0 ? value : { ...SHORT, range: between(0, rows) }), name }))] };
}

function series(call: CallExpr, [from = SHORT, to = SHORT, step]: readonly Estimate[]): SetEstimate {
  walk<Expr>(call.args, (arg) => {
    if (arg.kind === 'call' && FUNCTIONS.get(arg.name)?.kind === 'set') tooLarge(call, 'does not take sets of rows');
  });
  const size = step?.range && settled(step.range, 'numbers');
  if (step && (!size || step.range!.base !== 'text')) tooLarge(call, "needs its step written out: a number, or INTERVAL '1 day'");
  const by = size ? Math.min(...(size.low <= 0 && size.high >= 0 ? [0] : [Math.abs(size.low), Math.abs(size.high)])) : 1;
  const times = [from, to, step].some((x) => x?.as !== undefined);
  const far = distance(from.range, to.range, times ? 'times' : 'numbers');
  // PostgreSQL refuses a step of nothing by itself.
  if (by === 0) return { rows: 0, columns: [{ ...SHORT, name: call.name }] };
  if (far === undefined) tooLarge(call, 'needs ends that the text bounds: numbers, dates, columns, or LEAST(n, 1000)');
  const rows = Math.max(0, Math.floor(far! / by) + 1);
  if (!(rows <= MAX_SERIES_ROWS)) tooLarge(call, `makes more than ${MAX_SERIES_ROWS} rows`);
  return { rows, columns: [{ size: 30, range: hull(from.range, to.range), as: times ? 'time' : undefined, distinct: true, name: call.name }] };
}

const tooLarge = (call: CallExpr, why: string): never => refuse('oversized-value', `${call.name} ${why}`, call.at);

