import { unreadableIn, type Finding } from '@countersign/contracts';
import { type Alias, isMap, isNode, LineCounter, parseDocument, visit, type Document } from 'yaml';

/** One parsed file: where a section stands, so that a finding can point at it. */
export interface PackFile {
  path: string;
  text: string;
  document: Document.Parsed;
  lines: LineCounter;
}

export interface Sections {
  merged: Record<string, unknown>;
  files: Map<string, PackFile[]>;
}

/** Folders that travel with a pack but are not part of it. */
const BESIDE_THE_PACK = /^(tests|warehouse|bindings)\//;

/**
 * Parses the YAML files of a pack and puts their sections together. A section may be spread over files;
 * the same id in two files is an error, never an override.
 */
export function readFiles(files: Record<string, string>, findings: Finding[]): Sections {
  const sections: Sections = { merged: {}, files: new Map() };
  for (const path of Object.keys(files).filter((p) => /\.ya?ml$/.test(p) && !BESIDE_THE_PACK.test(p)).sort()) {
    const lines = new LineCounter();
    const text = files[path] ?? '';
    const document = parseDocument(text, { lineCounter: lines, maxAliasCount: 0, uniqueKeys: true } as never);
    const file: PackFile = { path, text, document, lines };
    const unreadable = unreadableIn(text) ?? unreadableValue(document);
    if (unreadable) findings.push({ rule: 'unreadable-character', severity: 'error', message: `${path}: ${unreadable.name} can't be seen, so nobody can agree to this text by reading it`, at: placeAt(file, unreadable.at) });
    for (const error of document.errors) findings.push({ rule: 'yaml', severity: 'error', message: `${path}: ${error.message.split('\n')[0]}`, at: placeAt(file, error.pos[0]) });
    const alias = firstAlias(document);
    if (alias) findings.push({ rule: 'yaml', severity: 'error', message: `${path}: *${alias.source} is an alias; a pack says everything where it stands`, at: placeAt(file, alias.range?.[0] ?? 0) });
    else if (document.errors.length === 0 && isMap(document.contents)) addSections(file, sections, findings);
  }
  return sections;
}

/** An escape ("\\u202e") is plain to see in the file and not in what it says. */
function unreadableValue(document: Document.Parsed): { at: number; name: string } | undefined {
  let found: { at: number; name: string } | undefined;
  visit(document, { Scalar: (_, { value, range }) => {
    const unreadable = typeof value === 'string' ? unreadableIn(value) : undefined;
    if (unreadable) found = { at: range?.[0] ?? 0, name: unreadable.name };
    return found ? visit.BREAK : undefined;
  } });
  return found;
}

/** Aliases can blow a small file up, and a reader of one entry would have to look elsewhere. */
function firstAlias(document: Document.Parsed): Alias.Parsed | undefined {
  let found: Alias.Parsed | undefined;
  visit(document, { Alias: (_, alias) => {
    found = alias as Alias.Parsed;
    return visit.BREAK;
  } });
  return found;
}

function addSections(file: PackFile, sections: Sections, findings: Finding[]): void {
  const content = file.document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>;
  for (const [name, value] of Object.entries(content)) {
    const before = sections.merged[name];
    sections.files.set(name, [...(sections.files.get(name) ?? []), file]);
    if (before === undefined) sections.merged[name] = value;
    else if (Array.isArray(before) && Array.isArray(value)) sections.merged[name] = [...(before as unknown[]), ...(value as unknown[])];
    else {
      for (const id of Object.keys(value as object)) {
        if (Object.hasOwn(before as object, id)) findings.push({ rule: 'declared-twice', severity: 'error', message: `${name}.${id} is declared in two files`, at: placeOf(sections, [name, id]) });
      }
      sections.merged[name] = { ...(before as object), ...(value as object) };
    }
  }
}

function placeAt(file: PackFile, offset: number): Finding['at'] {
  const { line, col } = file.lines.linePos(offset);
  // Not by splitting the text: a large pack has thousands of findings.
  const begin = file.lines.lineStarts[line - 1] ?? 0;
  return { line, column: col, excerpt: `${file.path}: ${file.text.slice(begin, file.lines.lineStarts[line] ?? file.text.length).trim().slice(0, 80)}` };
}

/** Where a path of the merged pack was written; the nearest thing written when it is absent. */
export function placeOf(sections: Sections, path: readonly PropertyKey[]): Finding['at'] {
  for (let length = path.length; length > 0; length--) {
    for (const file of [...(sections.files.get(String(path[0])) ?? [])].reverse()) {
      const node = file.document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return placeAt(file, node.range[0]);
    }
  }
  return undefined;
}
