import type { Mention } from './mentions.js';
import type { ProseFigure } from './prose-figures.js';

/** What a figure is about: the rows and columns named for it. */
export interface About {
  /** Rows named nearest to it, narrowed by what else the sentence names; empty: none is named. */
  rows: readonly number[];
  /** All rows the sentence names, column by column. */
  named: ReadonlyMap<number, readonly number[]>;
  /** The sentence names no row itself: these are of the one before. */
  carried: boolean;
  /** Value columns named nearest to it; empty: none is named. */
  columns: readonly number[];
  /** Value columns named anywhere in the sentence. */
  sentenceColumns: readonly number[];
}

type Slot = { before: Mention[]; after: Mention[] };

/**
 * Who each figure of a sentence belongs to: what is named between the figure before it and itself ("web had 120, mobile 80"),
 * or, where figures come first, what follows ("120 for web and 80 for mobile"), or what was named last.
 */
export function ownersOf(text: string, figures: readonly ProseFigure[], mentions: readonly Mention[], carried: About | undefined): About[] {
  const respectively = /\brespectively\b|각각/i.test(text);
  const own = mentions.filter(({ start, end }) => !figures.some(({ role, span }) => role === 'claim' && start <= span.start && span.end <= end && end - start <= span.end - span.start + 1));
  const rowMentions = own.filter(({ rows }) => rows !== undefined);
  const named = byColumn(rowMentions);
  const sentenceColumns = [...new Set(own.filter(({ rows }) => rows === undefined).map(({ column }) => column))];
  const used = new Set<Mention>();
  let last: Mention[] = [];
  let follows = false;
  const taken = new Set<Mention>();
  return figures.map((figure, i) => {
    const slot = slotOf(figures, i, own);
    const [rowsBefore, rowsAfter] = [slot.before.filter((m) => m.rows && !used.has(m)), slot.after.filter((m) => m.rows)];
    const chosen = respectively ? respective(rowMentions, figures, i) : rowsBefore.length > 0 ? rowsBefore : (last.length === 0 || follows) && rowsAfter.length > 0 ? rowsAfter : last;
    follows = chosen === rowsAfter || (follows && chosen === last);
    if (chosen === rowsAfter) rowsAfter.forEach((mention) => used.add(mention));
    if (chosen.length > 0) last = chosen;
    const local = byColumn(chosen);
    const all = new Map([...named].map(([column, rows]) => [column, local.get(column) ?? rows]));
    const rows = narrowed(all);
    const joined = slot.after.filter((m) => !/[,;]|\b(?:and|with|while|but)\b/i.test(text.slice(figure.span.end, m.start)));
    const beside = (joined.some((m) => !m.rows) ? joined : slot.before).filter((m) => m.rows === undefined && !taken.has(m));
    // "120 orders and revenue of 3": the orders are those of the 120.
    if (joined.length > 0) beside.forEach((mention) => taken.add(mention));
    const columns = [...new Set(beside.map(({ column }) => column))];
    const nothing = named.size === 0 ? carried : undefined;
    return { rows: nothing?.rows ?? rows, named: nothing?.named ?? named, carried: nothing !== undefined, columns, sentenceColumns: sentenceColumns.length === 0 ? (carried?.sentenceColumns ?? []) : sentenceColumns };
  });
}

function slotOf(figures: readonly ProseFigure[], i: number, mentions: readonly Mention[]): Slot {
  const { start, end } = figures[i]?.span ?? { start: 0, end: 0 };
  const previous = figures[i - 1]?.span.end ?? -1;
  const next = figures[i + 1]?.span.start ?? Infinity;
  return { before: mentions.filter((m) => m.start >= previous && m.end <= start), after: mentions.filter((m) => m.start >= end && m.end <= next) };
}

function respective(mentions: readonly Mention[], figures: readonly ProseFigure[], i: number): Mention[] {
  const columns = byColumn(mentions);
  const lists = [...columns.keys()].map((column) => mentions.filter((m) => m.column === column)).filter((list) => list.length === figures.length);
  return lists.flatMap((list) => list.slice(i, i + 1));
}

function byColumn(mentions: readonly Mention[]): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  for (const { column, rows } of mentions) if (rows) found.set(column, [...new Set([...(found.get(column) ?? []), ...rows])].sort((a, b) => a - b));
  return found;
}

/** Rows that have every value named, of several in one column any; where none has, rows that have some. */
export function narrowed(named: ReadonlyMap<number, readonly number[]>): number[] {
  const lists = [...named.values()];
  const [first = [], ...rest] = lists;
  const all = first.filter((row) => rest.every((list) => list.includes(row)));
  return all.length > 0 || lists.length < 2 ? all : [...new Set(lists.flat())].sort((a, b) => a - b);
}
