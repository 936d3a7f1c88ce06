import type { Query, SqlChange } from '@countersign/contracts';
import { aspectsOf, type Saying } from './aspects.js';

/** Queries inside queries that are looked at; what lies deeper is said to be written differently. */
const MAX_DEPTH = 12;

/**
 * What is different between two queries, in the order a reader asks: where from, what is shown, which rows, how grouped, sorted and
 * cut. The same thing said with other aliases is no difference of meaning; where only the writing differs, one change of kind
 * 'other' says that.
 *
 * @param before as it was, read from its printed text, so that names are whole
 * @example diffQueries(year2024, year2025) // [{ what: 'period', change: 'changed', was: 'order_date >= 2024-01-01 and …', now: … }]
 */
export function diffQueries(before: Query, after: Query): SqlChange[] {
  const changes = diffParts(before, after, undefined, 0);
  return changes.length === 0 && shape(before) !== shape(after) ? [{ what: 'other', change: 'changed', was: '', now: '' }] : changes;
}

function diffParts(before: Query, after: Query, within: string | undefined, depth: number): SqlChange[] {
  if (depth > MAX_DEPTH) return [];
  const [old, now] = [aspectsOf(before), aspectsOf(after)];
  const inner = [...new Set([...old.parts.keys(), ...now.parts.keys()])].flatMap((name) => {
    const [a, b] = [old.parts.get(name), now.parts.get(name)];
    const path = within === undefined ? name : `${within} › ${name}`;
    if (a && b) return diffParts(a, b, path, depth + 1);
    return [placed(a ? { what: 'part', change: 'removed', was: name, now: '' } : { what: 'part', change: 'added', was: '', now: name }, within)];
  });
  return [...diffSayings(old.sayings, now.sayings).map((change) => placed(change, within)), ...inner];
}

const placed = (change: SqlChange, within: string | undefined): SqlChange => (within === undefined ? change : { ...change, within });

const ORDER: readonly SqlChange['what'][] = ['part', 'table', 'join', 'metric', 'column', 'period', 'filter', 'grouping', 'group-filter', 'duplicates', 'order', 'limit', 'offset', 'other'];

function diffSayings(before: readonly Saying[], after: readonly Saying[]): SqlChange[] {
  return ORDER.flatMap((what) => diffKind(what, before.filter((s) => s.what === what), after.filter((s) => s.what === what)));
}

/** First what is the same on both sides goes, then what is about the same becomes a change, the rest came or went. */
function diffKind(what: SqlChange['what'], before: readonly Saying[], after: readonly Saying[]): SqlChange[] {
  const gone = [...before];
  const come = after.filter((saying) => !take(gone, (old) => old.text === saying.text && old.key === saying.key));
  const added = come.flatMap((saying): SqlChange[] => {
    const old = take(gone, (other) => other.key === saying.key) ?? take(gone, (other) => bare(other) === bare(saying));
    return [old ? { what, change: 'changed', was: old.text, now: saying.text } : { what, change: 'added', was: '', now: saying.text }];
  });
  return [...gone.map((old): SqlChange => ({ what, change: 'removed', was: old.text, now: '' })), ...added];
}

/** A column under another name is the same column. */
const bare = ({ text }: Saying): string => text.replace(/ as [^ ]+$/, '');

function take<T>(from: T[], fits: (item: T) => boolean): T | undefined {
  const at = from.findIndex(fits);
  return at === -1 ? undefined : from.splice(at, 1)[0];
}

/** The tree without the places it was read from. */
function shape(query: Query): string {
  return JSON.stringify(query, (key, value: unknown) => (key === 'at' ? undefined : value));
}
