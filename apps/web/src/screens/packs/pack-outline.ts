import { isMap, isSeq, LineCounter, parseDocument, type Document, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Path } from './yaml-edit';
import type { Files } from './pack-tasks';

/** Sections of a pack in the order that people think of them. */
export const SECTIONS = ['pack', 'metrics', 'dimensions', 'filters', 'terms', 'values', 'entities', 'roles', 'relationships', 'bridges', 'events', 'ranks', 'topics', 'per'] as const;
export type Section = (typeof SECTIONS)[number];

/** A declaration: where it stands and what it says. */
export interface Declared {
  /** 'metrics.net_revenue', as addresses and findings name it. */
  ref: string;
  section: Section;
  id: string;
  label: { en?: string; ko?: string };
  file: string;
  path: Path;
  from: { line: number; column: number };
  toLine: number;
  value: unknown;
}

interface ReadFile {
  text: string;
  document: Document.Parsed | undefined;
  lines: LineCounter;
}

export const besideThePack = (path: string): boolean => /^(tests|warehouse|bindings)\//.test(path);

/** Reads files into outlines; a file that did not change is not read again. */
export function outlineReader(): (files: Files) => Declared[] {
  const known = new Map<string, { text: string; declared: Declared[] }>();
  return (files) => Object.keys(files).filter((path) => !besideThePack(path)).sort().flatMap((path) => {
    const text = files[path] ?? '';
    const before = known.get(path);
    if (before?.text === text) return before.declared;
    const read = readFile(text);
    // While a file can't be read, the outline shows what it last said.
    const declared = read.document ? declaredIn(path, read as ReadFile & { document: Document.Parsed }) : (before?.declared ?? []);
    known.set(path, { text, declared });
    return declared;
  });
}

function readFile(text: string): ReadFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, maxAliasCount: 0, uniqueKeys: true } as never);
  return { text, document: document.errors.length === 0 ? (document as Document.Parsed) : undefined, lines };
}

function declaredIn(file: string, { document, lines }: ReadFile & { document: Document.Parsed }): Declared[] {
  if (!isMap(document.contents)) return [];
  return (document.contents as YAMLMap<Node, Node | null>).items.flatMap((pair) => {
    const section = String(pair.key.toJSON()) as Section;
    if (!SECTIONS.includes(section) || !pair.value) return [];
    const one = (id: string, path: Path, begin: Node, value: Node | null): Declared => {
      const from = lines.linePos(begin.range?.[0] ?? 0);
      const end = value?.range?.[1] ?? begin.range?.[1] ?? 0;
      const plain = (value?.toJSON() ?? null) as unknown;
      return { ref: path.length === 1 ? section : `${section}.${id}`, section, id, label: labelIn(plain), file, path, from: { line: from.line, column: from.col }, toLine: lines.linePos(Math.max(0, end - 1)).line, value: plain };
    };
    if (section === 'pack' || section === 'per') return [one(section, [section], pair.key, pair.value)];
    if (isSeq(pair.value)) return pair.value.items.map((item, i) => one(String(i), [section, i], item as Node, item as Node));
    return isMap(pair.value) ? (pair.value.items as Pair<Node, Node | null>[]).map((inner) => one(String(inner.key.toJSON()), [section, String(inner.key.toJSON())], inner.key, inner.value)) : [];
  });
}

/** The name that people read: a label, a title, the first words, or what is joined. */
function labelIn(value: unknown): Declared['label'] {
  if (typeof value !== 'object' || value === null) return {};
  const { label, title, words, from, to } = value as { label?: unknown; title?: unknown; words?: { en?: unknown; ko?: unknown }; from?: unknown; to?: unknown };
  const named = (label ?? title) as { en?: unknown; ko?: unknown } | undefined;
  const text = (of: unknown): string | undefined => (typeof of === 'string' ? of : Array.isArray(of) && typeof of[0] === 'string' ? of[0] : undefined);
  if (named) return { en: text(named.en), ko: text(named.ko) };
  if (words) return { en: text(words.en), ko: text(words.ko) };
  return typeof from === 'string' && typeof to === 'string' ? { en: `${from} → ${to}` } : {};
}

/** The file a finding is in: its excerpt begins with it. */
export const fileOf = (excerpt: string, files: Files): string | undefined => Object.keys(files).find((path) => excerpt.startsWith(`${path}: `));

/** The declaration that a place of a file belongs to. */
export const declaredAt = (outline: readonly Declared[], file: string, line: number): Declared | undefined =>
  outline.filter((d) => d.file === file && d.from.line <= line && line <= d.toLine).sort((a, b) => b.from.line - a.from.line)[0];
