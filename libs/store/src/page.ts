import type { PageOf } from './store.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** A key of two parts, for lists in an order that is not that of their ids: the moment and the id of the last row shown. */
export const momentKey = (at: Date, id: string): string => `${at.toISOString()}/${id}`;

/** @returns undefined for a cursor that none of ours was */
export function readMomentKey(cursor: string): { at: Date; id: string } | undefined {
  const [moment = '', id = ''] = cursor.split('/');
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) || !isUuid(id) ? undefined : { at, id };
}

/** What a page asks for: one row more than it shows tells whether there is another page. */
export const oneMore = (limit: number): number => limit + 1;

/** Cuts the extra row off; the cursor is the key of the last row shown. */
export function pageOf<Row, Item>(rows: Row[], limit: number, keyOf: (row: Row) => string, itemOf: (row: Row) => Item): PageOf<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(itemOf), nextCursor: rows.length > limit && last ? keyOf(last) : null };
}

/** A page for a cursor that none of ours was. */
export const noPage = <Item>(): PageOf<Item> => ({ items: [], nextCursor: null });
