import type { ColumnConversion, Finding, NameBinding } from '@countersign/contracts';
import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import { storedTables } from '../describe/describe-pack.js';
import type { Pack } from '../pack.js';
import { bindingFinding } from './binding-rules.js';
import { BindingSource, type BoundColumnSource } from './binding-source.js';
import { namesLike } from './names-like.js';

/** Where a path of the file was written. */
export type BindingPlace = (path: readonly string[]) => Finding['at'];

/** A binding as its file says it; null with the findings that stop it. */
export interface ReadBinding {
  binding: NameBinding | null;
  findings: Finding[];
  at: BindingPlace;
}

/**
 * Reads a binding file for a pack: standard names on the left, real ones on the right. Pure: the caller reads the file.
 *
 * @param path name of the file, for findings
 * @returns the binding, or null when a finding is an error; each finding says where
 * @example readBinding(pack, 'bindings/sap.yaml', 'tables: { orders: { schema: SD, name: VBAK, columns: { order_id: VBELN } } }').binding?.tables['orders']?.name // 'VBAK'
 */
export function readBinding(pack: Pack, path: string, text: string): ReadBinding {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, maxAliasCount: 0, uniqueKeys: true } as never);
  const at = placeIn(document, lines, path, text);
  const findings: Finding[] = [];
  for (const error of document.errors) findings.push(bindingFinding('binding-syntax', 'error', { path, detail: error.message.split('\n')[0] ?? '' }, placeAt(lines, path, text, error.pos[0])));
  if (findings.length > 0) return { binding: null, findings, at };
  const parsed = BindingSource.safeParse(valueOf(document));
  if (!parsed.success) {
    for (const issue of parsed.error.issues) findings.push(bindingFinding('binding-syntax', 'error', { path: issue.path.join('.') || path, detail: issue.message }, at(issue.path.map(String))));
    return { binding: null, findings, at };
  }
  const { data } = parsed;
  if (data.pack !== undefined && data.pack !== pack.id) findings.push(bindingFinding('binding-other-pack', 'error', { bound: data.pack, pack: pack.id }, at(['pack'])));
  findings.push(...strangers(pack, data, at));
  const tables = Object.entries(data.tables).map(([name, table]) => [name, tableOf(pack, name, table, data.schema)] as const);
  return { binding: findings.length > 0 ? null : { tables: Object.fromEntries(tables) }, findings, at };
}

/** Names of names (`*a`) are nothing a binding needs: what holds one reads as no binding at all. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

/** Standard names that the pack does not have: a misspelt one would silently leave a column unbound. */
function strangers(pack: Pack, { tables }: BindingSource, at: BindingPlace): Finding[] {
  const known = new Map(storedTables(pack).map((entity) => [entity.id, entity]));
  return Object.entries(tables).flatMap(([table, { columns }]) => {
    const entity = known.get(table);
    if (!entity) return [bindingFinding('binding-unknown-table', 'error', { table, nearest: namesLike(table, [...known.keys()]) }, at(['tables', table]))];
    return Object.keys(columns).filter((column) => !entity.columns.has(column)).map((column) => bindingFinding('binding-unknown-column', 'error', { column: `${table}.${column}`, nearest: namesLike(column, [...entity.columns.keys()]) }, at(['tables', table, 'columns', column])));
  });
}

function tableOf(pack: Pack, table: string, { name, schema, columns }: BindingSource['tables'][string], defaultSchema: string | undefined): NameBinding['tables'][string] {
  const [in_, convert] = [schema ?? defaultSchema, Object.fromEntries(Object.entries(columns).flatMap(([column, to]) => {
    const conversion = conversionOf(to, pack.entities.get(table)?.columns.get(column)?.type);
    return conversion ? [[column, conversion]] : [];
  }))];
  return {
    ...(in_ === undefined ? {} : { schema: in_ }), name,
    columns: Object.fromEntries(Object.entries(columns).map(([column, to]) => [column, typeof to === 'string' ? to : to.name])),
    ...(Object.keys(convert).length > 0 ? { convert } : {}),
  };
}

function conversionOf(to: BoundColumnSource, type: string | undefined): ColumnConversion | undefined {
  if (typeof to === 'string') return undefined;
  if (to.values) {
    const values = Object.entries(to.values).map(([standard, stored]) => ({ standard, stored: typeof stored === 'boolean' ? String(stored) : stored }));
    return { kind: 'values', type: type === 'boolean' || type === 'integer' ? type : 'text', values };
  }
  if (to.day) return { kind: 'day', format: to.day, ...(to.empty === undefined ? {} : { empty: to.empty }) };
  return to.as ? { kind: 'widen', type: to.as } : undefined;
}

function placeIn(document: Document.Parsed, lines: LineCounter, path: string, text: string): BindingPlace {
  return (wanted) => {
    for (let length = wanted.length; length > 0; length--) {
      const node = document.getIn(wanted.slice(0, length), true);
      if (isNode(node) && node.range) return placeAt(lines, path, text, node.range[0]);
    }
    return undefined;
  };
}

function placeAt(lines: LineCounter, path: string, text: string, offset: number): Finding['at'] {
  const { line, col } = lines.linePos(offset);
  return { line, column: col, excerpt: `${path}: ${text.split('\n')[line - 1]?.trim().slice(0, 80) ?? ''}` };
}
