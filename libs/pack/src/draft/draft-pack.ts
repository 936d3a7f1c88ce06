import { stringify } from 'yaml';
import type { Bilingual } from '../schema/pack-source.js';
import { columnKind, holdsPeople } from './column-kind.js';
import { draftValues, type DraftDictionary } from './draft-values.js';
import type { DraftColumn, DraftTable } from './draft-table.js';
import { keyOf, referencesOf, type DraftReference } from './keys.js';
import { labelOfWords, legible, singular, standardName, wordsOf } from './names.js';

/** Something the draft is not sure of; a person looks at it before the pack is published. */
export interface DraftNote {
  /** Table, or table.column, in real names. */
  about: string;
  code: 'no-key' | 'guessed-key' | 'guessed-reference' | 'reference-left-out' | 'personal' | 'adds-up' | 'no-comment';
}

export interface PackDraft {
  /** Path in the pack's folder → YAML: the pack, and its binding to this source's own names. */
  files: Record<string, string>;
  notes: DraftNote[];
}

export interface DraftOptions {
  id: string;
  title: string;
}

interface Entity {
  id: string;
  table: DraftTable;
  one: string[];
  columns: { id: string; column: DraftColumn; kind: ReturnType<typeof columnKind>; label: Bilingual }[];
  references: DraftReference[];
  key: string[];
}

/**
 * A pack to begin with, from what a database says of itself: names, keys, comments, sampled values. It can be published as it
 * is; what was guessed is in `notes`, for a person to look at. The same catalogue gives the same draft.
 *
 * @example draftPack([{ schema: 'public', name: 'orders', columns: [{ name: 'order_id', type: 'integer' }], primaryKey: ['order_id'] }], { id: 'shop', title: 'Shop' })
 * // { files: { 'pack.yaml': 'pack:\n  id: shop …', 'entities.yaml': …, … }, notes: [] }
 */
export function draftPack(tables: readonly DraftTable[], { id, title }: DraftOptions): PackDraft {
  const ids = new Map<DraftTable, string>();
  for (const table of tables) ids.set(table, unused(standardName(table.name), new Set(ids.values())));
  const entities = tables.map((table) => entityOf(table, ids.get(table) ?? '', tables));
  const dictionaries = draftValues(entities.flatMap(({ id: entity, columns }) => columns.filter(({ kind }) => kind.sensitivity === 'internal').map(({ id: column, column: given, kind }) => ({ ref: `${entity}.${column}`, kind, values: given.values ?? [] }))));
  const files: Record<string, string> = {
    'pack.yaml': write({ pack: {
      id, title: { en: title, ko: title }, description: { en: `Drafted from the catalogue of ${title}.`, ko: `${title}의 카탈로그에서 만든 초안.` }, currency: 'USD',
      calendar: { timezone: 'UTC', week_start: 'monday', fiscal_year_start: '01-01' },
      starters: { en: entities.slice(0, 3).map(({ one }) => `how many ${plural(one)}`), ko: entities.slice(0, 3).map(({ one }) => `${labelOfWords(one, undefined).ko} 수`) },
    } }),
    'entities.yaml': write({ entities: Object.fromEntries(entities.map((entity) => [entity.id, entityText(entity)])), relationships: relationships(entities, ids) }),
    'metrics.yaml': write({ metrics: Object.fromEntries(entities.map(countMetric)) }),
    'dimensions.yaml': write({ dimensions: Object.assign({}, ...entities.map((entity) => dimensionsOf(entity, dictionaries, entities))) as object }),
    ...(dictionaries.size > 0 ? { 'values.yaml': write({ values: Object.fromEntries([...dictionaries].map(([ref, { codes, values }]) => [dictionaryId(ref), { codes, open: true, values }])) }) } : {}),
  };
  files[`bindings/${id}.yaml`] = write({ pack: id, tables: Object.fromEntries(entities.map(boundTable)) });
  return { files, notes: entities.flatMap(notesOf) };
}

const write = (value: object): string => stringify(value, { lineWidth: 0 });
const dictionaryId = (ref: string): string => ref.replace('.', '_');

function entityOf(table: DraftTable, id: string, all: readonly DraftTable[]): Entity {
  const key = keyOf(table);
  const references = referencesOf(table, all);
  const taken = new Set<string>();
  const people = holdsPeople(table.name);
  const columns = table.columns.map((column) => {
    const columnId = unused(standardName(column.name), taken);
    taken.add(columnId);
    const place = references.some((one) => one.column === column.name) ? 'foreign' : key?.columns.length === 1 && key.columns[0] === column.name ? 'key' : 'other';
    return { id: columnId, column, kind: columnKind(column, place, people), label: labelOfWords(wordsOf(column.name), column.comment) };
  });
  const idOf = (real: string): string => columns.find(({ column }) => column.name === real)?.id ?? standardName(real);
  const words = wordsOf(table.name);
  return { id, table, one: singular(words.join(' ')).split(' '), columns, references, key: (key?.columns ?? table.columns.map(({ name }) => name)).map(idOf) };
}

function entityText({ id, table, one, columns, key }: Entity): object {
  const label = labelOfWords(one, table.comment);
  const comment = table.comment && legible(table.comment);
  // Of several dates none is taken: which one dates the rows is for a person to say.
  const [dated, ...more] = columns.filter(({ kind }) => kind.role === 'time');
  return {
    label,
    description: { en: comment ?? `One row a ${label.en}.`, ko: comment ?? `${label.ko}마다 한 행.` },
    grain: key, ...(dated && more.length === 0 ? { time: dated.id } : {}), count: `${id}_count`, ...(isNamed({ key, columns }) ? { dimension: dimensionId(id) } : {}),
    columns: Object.fromEntries(columns.map(({ id: name, column, kind, label: said }) => [name, {
      type: kind.type, role: kind.role, ...(kind.role === 'measure' ? { unit: 'count' } : {}), ...(kind.additive ? { additive: true } : {}),
      nulls: column.nullable === false ? 'never' : 'allowed', ...(kind.sensitivity === 'internal' ? {} : { sensitivity: kind.sensitivity }), label: said,
    }])),
  };
}

/** One row can be named: by its one key. */
const isNamed = ({ key, columns }: Pick<Entity, 'key' | 'columns'>): boolean => key.length === 1 && columns.some(({ id }) => id === key[0]);
const dimensionId = (entity: string): string => `each_${entity}`;

function relationships(entities: readonly Entity[], ids: ReadonlyMap<DraftTable, string>): object[] {
  const idIn = (table: DraftTable, real: string): string => entities.find((one) => one.table === table)?.columns.find(({ column }) => column.name === real)?.id ?? standardName(real);
  return entities.flatMap(({ id, table, references }) => references.filter((one) => one.table !== table).map(({ column, table: target, to }) => ({
    from: `${id}.${idIn(table, column)}`, to: `${ids.get(target) ?? ''}.${idIn(target, to)}`, optional: table.columns.find(({ name }) => name === column)?.nullable !== false,
  })));
}

/** Columns whose standard name is their own need no line. */
function boundTable({ id, table, columns }: Entity): [string, object] {
  const renamed = columns.filter((one) => one.id !== one.column.name).map((one) => [one.id, one.column.name]);
  return [id, { ...(table.schema === '' ? {} : { schema: table.schema }), name: table.name, ...(renamed.length > 0 ? { columns: Object.fromEntries(renamed) } : {}) }];
}

function countMetric({ id, one, table }: Entity): [string, object] {
  const label = labelOfWords(one, table.comment);
  return [`${id}_count`, {
    kind: 'count', of: id, unit: 'count', label: { en: `number of ${plural(one)}`, ko: `${label.ko} 수` },
    synonyms: { en: [`${label.en} count`], ko: [] }, definition: { en: `Count of ${plural(one)}.`, ko: `${label.ko}의 수.` },
  }];
}

/** What rows can be told apart and grouped by: each entity itself, and its texts. A name that several entities have is said with the entity. */
function dimensionsOf({ id, one, columns, key, table }: Entity, dictionaries: ReadonlyMap<string, DraftDictionary>, all: readonly Entity[]): Record<string, object> {
  const label = labelOfWords(one, table.comment);
  const shown = columns.filter(({ kind }) => kind.role === 'label' && kind.sensitivity === 'internal').slice(0, 1).map(({ id: column }) => `${id}.${column}`);
  const itself = isNamed({ key, columns }) ? { [dimensionId(id)]: { of: `${id}.${key[0] ?? ''}`, ...(shown.length > 0 ? { show: shown } : {}), label, definition: { en: `One ${label.en}.`, ko: `${label.ko} 하나.` } } } : {};
  const texts = columns.filter(({ kind }) => (kind.role === 'label' || kind.role === 'attribute') && kind.sensitivity === 'internal').map(({ id: column, label: said }) => {
    const alone = all.filter((other) => other.columns.some((c) => c.label.en === said.en)).length === 1;
    const full = { en: `${label.en} ${said.en}`, ko: `${label.ko} ${said.ko}` };
    const name = dictionaries.has(`${id}.${column}`) ? { values: dictionaryId(`${id}.${column}`) } : {};
    const own = said.en.startsWith(label.en) ? said : full;
    return [`${id}_${column}`, { of: `${id}.${column}`, ...name, label: alone ? said : own, ...(alone && own !== said ? { synonyms: { en: [full.en], ko: full.ko === full.en ? [] : [full.ko] } } : {}), definition: { en: `${own.en}.`, ko: `${own.ko}.` } }] as const;
  });
  return { ...itself, ...Object.fromEntries(texts) };
}

function notesOf({ table, columns, references }: Entity): DraftNote[] {
  const name = `${table.schema === '' ? '' : `${table.schema}.`}${table.name}`;
  const key = keyOf(table);
  const leftOut = (table.foreignKeys ?? []).filter((one) => one.columns.length > 1 || !references.some(({ column }) => column === one.columns[0]));
  return [
    ...(key === undefined ? [{ about: name, code: 'no-key' as const }] : key.guessed ? [{ about: `${name}.${key.columns[0] ?? ''}`, code: 'guessed-key' as const }] : []),
    ...references.filter(({ guessed }) => guessed).map(({ column }) => ({ about: `${name}.${column}`, code: 'guessed-reference' as const })),
    ...leftOut.map((one) => ({ about: `${name}.${one.columns.join('+')}`, code: 'reference-left-out' as const })),
    ...columns.filter(({ kind }) => kind.sensitivity === 'personal').map(({ column }) => ({ about: `${name}.${column.name}`, code: 'personal' as const })),
    ...columns.filter(({ kind }) => kind.additive).map(({ column }) => ({ about: `${name}.${column.name}`, code: 'adds-up' as const })),
    ...(table.comment ? [] : [{ about: name, code: 'no-comment' as const }]),
  ];
}

function unused(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}_${n}`)) return `${name}_${n}`;
}

/** @example plural(['order', 'category']) // 'order categories' */
function plural(words: readonly string[]): string {
  const said = words.join(' ');
  if (/person$/.test(said)) return said.replace(/person$/, 'people');
  if (/[^aeiou]y$/.test(said)) return `${said.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh|z)$/.test(said) ? `${said}es` : `${said}s`;
}
