import { COPY_MARKS } from './language/copy-marks.js';
import { searchStem } from './search-stem.js';
import { splitWords } from './split-words.js';
import { flatName, type TableDocument } from './table-document.js';

/** How tables of one database stand to one another; all by position in the list of documents. */
export interface Relations {
  /** Tables each one refers to. */
  parents: Int32Array[];
  /** Tables that are copies: of which, and the marks in their names that say so. */
  copies: Map<number, { of: number; marks: string[] }>;
  databases: { name: string; tables: number[] }[];
  databaseOf: Int32Array;
  /** Tables whose names differ in digits only, three or more of them: one table kept in many. */
  shards: ShardFamily[];
}

export interface ShardFamily {
  tables: number[];
  /** Which of them have a number in their name; days are there under their month, too. */
  byNumber: Map<string, number[]>;
}

/** A family of fewer is just some tables with numbers in their names. */
const SHARDS = 3;
/** YYYYMM. */
const MONTH_DIGITS = 6;
/** Columns a copy has of its original, at least. */
const SAME_COLUMNS = 0.7;

/** Finds relations: references as declared, in a database that declares none as key names say them. */
export function findRelations(documents: readonly TableDocument[]): Relations {
  const parents = documents.map(() => new Set<number>());
  const copies: Relations['copies'] = new Map();
  const shards: ShardFamily[] = [];
  const databases = [...grouped([...documents.keys()], (i) => documents[i]?.database ?? '')].map(([name, tables]) => ({ name, tables }));
  const databaseOf = new Int32Array(documents.length);
  const byFullName = new Map(documents.map(({ table }, i) => [table.toLowerCase(), i]));
  databases.forEach(({ tables }, id) => {
    for (const table of tables) databaseOf[table] = id;
    const declared = tables.some((table) => (documents[table]?.foreignKeys.length ?? 0) > 0);
    if (declared) declaredParents(documents, tables, byFullName, parents);
    else inferParents(documents, tables, parents);
    findCopies(documents, tables, copies);
    findShards(documents, tables, shards);
  });
  return { parents: parents.map((set) => Int32Array.from(set)), copies, databases, databaseOf, shards };
}

function declaredParents(documents: readonly TableDocument[], tables: number[], byFullName: Map<string, number>, parents: Set<number>[]): void {
  const byName = new Map(tables.map((table) => [documents[table]?.name.toLowerCase(), table]));
  for (const table of tables) {
    for (const { refTable } of documents[table]?.foreignKeys ?? []) {
      const to = byFullName.get(refTable.toLowerCase()) ?? byName.get(refTable.toLowerCase());
      if (to !== undefined && to !== table) parents[table]?.add(to);
    }
  }
}

/** `customer_id` refers to the table of customers, whose name may have words before it ("dim_customers"); equal endings to none. */
function inferParents(documents: readonly TableDocument[], tables: number[], parents: Set<number>[]): void {
  const byName = namesWithoutPrefix(documents, tables);
  for (const table of tables) {
    for (const { identifies } of documents[table]?.columns ?? []) {
      if (!identifies) continue;
      const to = byName.get(identifies.whole) ?? byName.get(identifies.last);
      if (to !== undefined && to.only && to.table !== table) parents[table]?.add(to.table);
    }
  }
}

interface Named {
  table: number;
  dropped: number;
  only: boolean;
}

function namesWithoutPrefix(documents: readonly TableDocument[], tables: number[]): Map<string, Named> {
  const byName = new Map<string, Named>();
  for (const table of tables) {
    const words = splitWords(documents[table]?.name ?? '');
    words.forEach((_word, dropped) => {
      const name = searchStem(words.slice(dropped).join(''));
      const known = byName.get(name);
      if (name.length < 3 || (known && known.dropped < dropped)) return;
      if (known?.dropped === dropped) known.only = false;
      else byName.set(name, { table, dropped, only: true });
    });
  }
  return byName;
}

function findCopies(documents: readonly TableDocument[], tables: number[], copies: Relations['copies']): void {
  const byName = new Map(tables.map((table) => [flatName(documents[table]?.name ?? ''), table]));
  for (const table of tables) {
    const words = splitWords(documents[table]?.name ?? '');
    const isMark = (word: string | undefined): boolean => word !== undefined && (COPY_MARKS.has(word) || /^\d$/.test(word));
    const [from, to] = [words.findIndex((word) => !isMark(word)), words.findLastIndex((word) => !isMark(word)) + 1];
    if (from === -1 || to - from === words.length) continue;
    const of = byName.get(words.slice(from, to).join(''));
    if (of === undefined || of === table || !sameColumns(documents[of], documents[table])) continue;
    copies.set(table, { of, marks: [...words.slice(0, from), ...words.slice(to)].map((mark) => COPY_MARKS.get(mark) ?? mark) });
  }
}

function sameColumns(original: TableDocument | undefined, copy: TableDocument | undefined): boolean {
  if (!original || !copy || original.columns.length < 2) return false;
  const names = new Set(copy.columns.map(({ flat }) => flat));
  return original.columns.filter(({ flat }) => names.has(flat)).length >= SAME_COLUMNS * original.columns.length;
}

function findShards(documents: readonly TableDocument[], tables: number[], shards: ShardFamily[]): void {
  for (const [shape, members] of grouped(tables, (table) => documents[table]?.name.replace(/\d+/g, '#') ?? '')) {
    if (members.length < SHARDS || !shape.includes('#')) continue;
    const byNumber = new Map<string, number[]>();
    for (const table of members) {
      const digits = documents[table]?.name.match(/\d+/g) ?? [];
      const numbers = digits.flatMap((run) => (run.length > MONTH_DIGITS ? [run, run.slice(0, MONTH_DIGITS)] : [run]));
      for (const number of new Set(numbers)) byNumber.set(number, [...(byNumber.get(number) ?? []), table]);
    }
    shards.push({ tables: members, byNumber });
  }
}

function grouped(tables: readonly number[], keyOf: (table: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const table of tables) {
    const key = keyOf(table);
    const group = groups.get(key);
    if (group) group.push(table);
    else groups.set(key, [table]);
  }
  return groups;
}
