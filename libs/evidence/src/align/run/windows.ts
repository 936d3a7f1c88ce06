import type { CallExpr, NamedWindow, Window } from '@countersign/contracts';
import { aggregated, isAggregate } from './aggregates.js';
import { compileExpr } from './expr.js';
import type { Evaluate, Frame, Scope } from './scope.js';
import { CannotFollow, compareValues, keysOf, numberOf, truthOf, type Value } from './value.js';

interface CompiledWindow {
  call: CallExpr;
  args: Evaluate[];
  filter: Evaluate | undefined;
  partition: Evaluate[];
  sort: Evaluate[];
  window: Window;
}

/** Works out window calls for rows (or groups), and puts the values down with each. */
export function fillWindows(calls: readonly CallExpr[], names: readonly NamedWindow[], scope: Scope): (frames: readonly Frame[]) => void {
  const compiled = calls.map((call): CompiledWindow => {
    const window = resolved(call.over as Window, names);
    const own = { scope };
    return {
      call, window,
      args: call.args.map((arg) => (arg.kind === 'star' ? () => 1 : compileExpr(arg, own))),
      filter: call.filter && compileExpr(call.filter, own),
      partition: window.partitionBy.map((expr) => compileExpr(expr, own)),
      sort: window.orderBy.map(({ expr }) => compileExpr(expr, own)),
    };
  });
  return (frames) => {
    if (compiled.length === 0) return;
    for (const frame of frames) frame.windows = [];
    compiled.forEach((window, at) => { for (const part of partitions(window, frames)) fill(window, part, at); });
  };
}

function resolved(window: Window, names: readonly NamedWindow[]): Window {
  if (window.base === undefined) return window;
  const base = names.find(({ name }) => name === window.base)?.window;
  if (!base) throw new CannotFollow(`the window ${window.base}`);
  const { partitionBy, orderBy, frame } = resolved(base, names);
  return { partitionBy, orderBy: window.orderBy.length > 0 ? window.orderBy : orderBy, ...((window.frame ?? frame) ? { frame: window.frame ?? frame } : {}) } as Window;
}

interface Sorted {
  frame: Frame;
  sort: Value[];
}

function partitions({ partition, sort, window }: CompiledWindow, frames: readonly Frame[]): Sorted[][] {
  const parts = new Map<string, Sorted[]>();
  for (const frame of frames) {
    const key = keysOf(partition.map((value) => value(frame)));
    const part = parts.get(key) ?? [];
    part.push({ frame, sort: sort.map((value) => value(frame)) });
    parts.set(key, part);
  }
  for (const part of parts.values()) part.sort((a, b) => inOrder(a.sort, b.sort, window));
  return [...parts.values()];
}

function inOrder(a: readonly Value[], b: readonly Value[], { orderBy }: Window): number {
  for (const [i, { direction, nulls }] of orderBy.entries()) {
    const [x, y] = [a[i] ?? null, b[i] ?? null];
    if (x === null || y === null) {
      if (x === y) continue;
      return (x === null) === (nulls === undefined ? direction === 'asc' : nulls === 'last') ? 1 : -1;
    }
    const order = compareValues(x, y) ?? 0;
    if (order !== 0) return direction === 'desc' ? -order : order;
  }
  return 0;
}

function fill(compiled: CompiledWindow, part: Sorted[], at: number): void {
  const { call } = compiled;
  const put = (value: (i: number) => Value): void => part.forEach(({ frame }, i) => { (frame.windows as Value[])[at] = value(i); });
  const peers = (i: number, j: number): boolean => part[j] !== undefined && part[i] !== undefined && inOrder(part[i].sort, part[j].sort, compiled.window) === 0;
  const firstPeer = (i: number): number => { let j = i; while (j > 0 && peers(i, j - 1)) j -= 1; return j; };
  const arg = (n: number, i: number): Value => (part[i] && compiled.args[n] ? compiled.args[n](part[i].frame) : null);
  switch (call.name) {
    case 'row_number': return put((i) => i + 1);
    case 'rank': return put((i) => firstPeer(i) + 1);
    case 'dense_rank': return put((i) => 1 + part.slice(1, firstPeer(i) + 1).filter((_, j) => !peers(j, j + 1)).length);
    case 'percent_rank': return put((i) => (part.length === 1 ? 0 : firstPeer(i) / (part.length - 1)));
    case 'ntile': return put((i) => Math.floor((i * numberOf(arg(0, i))) / part.length) + 1);
    case 'lag': case 'lead': return put((i) => {
      const j = i + (call.name === 'lag' ? -1 : 1) * (compiled.args[1] ? numberOf(arg(1, i)) : 1);
      return part[j] ? arg(0, j) : arg(2, i);
    });
    case 'first_value': return put((i) => arg(0, range(compiled, part, i, peers)[0]));
    case 'last_value': return put((i) => arg(0, range(compiled, part, i, peers)[1]));
    case 'ratio_to_report': return put((i) => share(part.map((_, j) => arg(0, j)), arg(0, i)));
    default:
      if (!isAggregate(call.name) || call.distinct) throw new CannotFollow(`${call.name}() over a window`);
      return put((i) => {
        const [from, to] = range(compiled, part, i, peers);
        const rows = part.slice(from, to + 1).filter(({ frame }) => !compiled.filter || truthOf(compiled.filter(frame)) === true);
        return aggregated(call.name, rows.map(({ frame }) => compiled.args[0]?.(frame) ?? (compiled.args[0] ? null : 1)), false);
      });
  }
}

function share(all: readonly Value[], mine: Value): Value {
  const total = all.reduce<number>((sum, value) => sum + (value === null ? 0 : numberOf(value)), 0);
  return mine === null || total === 0 ? null : numberOf(mine) / total;
}

/** First and last row of the frame of row i. */
function range({ window }: CompiledWindow, part: readonly Sorted[], i: number, peers: (i: number, j: number) => boolean): [number, number] {
  const last = part.length - 1;
  const { frame, orderBy } = window;
  const lastPeer = (): number => { let j = i; while (j < last && peers(i, j + 1)) j += 1; return j; };
  if (!frame) return [0, orderBy.length === 0 ? last : lastPeer()];
  if (frame.exclude) throw new CannotFollow('EXCLUDE');
  const bound = (b: NonNullable<typeof frame.end>, end: boolean): number => {
    switch (b.kind) {
      case 'unbounded-preceding': return 0;
      case 'unbounded-following': return last;
      case 'current-row': {
        if (frame.unit === 'rows') return i;
        if (end) return lastPeer();
        let j = i;
        while (j > 0 && peers(i, j - 1)) j -= 1;
        return j;
      }
      default: {
        if (frame.unit !== 'rows' || b.offset.kind !== 'number') throw new CannotFollow('this frame');
        return i + (b.kind === 'preceding' ? -1 : 1) * Number(b.offset.text);
      }
    }
  };
  return [Math.max(0, bound(frame.start, false)), Math.min(last, bound(frame.end ?? { kind: 'current-row' }, true))];
}
