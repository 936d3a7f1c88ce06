import { isCollection, isMap, isScalar, isSeq, parseDocument, stringify, type Document, type Node, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';

export type Path = readonly (string | number)[];
type Container = YAMLMap | YAMLSeq;
type Piece = { from: number; to: number };

const PARSING = { maxAliasCount: 0, uniqueKeys: true } as const;

/**
 * Sets, replaces or (with undefined) takes away what stands at a path, and changes no other character of the text: comments, quotes
 * and line breaks of everything else stay. Where a text is laid out in a way that can't be cut so finely, the document is written anew, comments kept.
 *
 * @throws Error when the text is no YAML: there is no node to edit
 * @example setAt('a: 1 # one\nb: 2\n', ['b'], 3) // 'a: 1 # one\nb: 3\n'
 */
export function setAt(text: string, path: Path, value: unknown): string {
  const document = read(text);
  if (JSON.stringify(document.getIn(path)) === JSON.stringify(value) && !isCollection(document.getIn(path, true))) return text;
  const wanted = read(text);
  if (value === undefined) wanted.deleteIn(path);
  else wanted.setIn(path, wanted.createNode(value));
  const spliced = value === undefined ? without(text, document, path) : written(text, document, path, value);
  return spliced !== undefined && says(spliced, wanted) ? spliced : wanted.toString({ lineWidth: 0 });
}

function read(text: string): Document.Parsed {
  const document = parseDocument(text, PARSING as never);
  if (document.errors[0]) throw new Error(document.errors[0].message);
  return document as Document.Parsed;
}

function says(text: string, wanted: Document): boolean {
  const got = parseDocument(text, PARSING as never);
  return got.errors.length === 0 && JSON.stringify(got.toJS()) === JSON.stringify(wanted.toJS());
}

function written(text: string, document: Document.Parsed, path: Path, value: unknown): string | undefined {
  const node = document.getIn(path, true) as Node | undefined;
  const parent = containerOf(document, path);
  if (node?.range) {
    if (isSeq(node) && Array.isArray(value) && !node.flow && node.items.length > 0 && value.length > 0) return blockList(text, node, value);
    const inFlow = inFlowOf(document, path);
    const old = text.slice(node.range[0], node.range[1]);
    const end = old.endsWith('\n') ? '\n' : '';
    return splice(text, { from: node.range[0], to: node.range[1] }, valueText(value, inFlow || isCollection(node), isScalar(node) ? node.type : undefined) + end);
  }
  if (!parent) return path.length > 1 ? written(text, document, path.slice(0, -1), { [String(path.at(-1))]: value }) : undefined;
  return isMap(parent) ? added(text, parent, String(path.at(-1)), value, inFlowOf(document, path)) : undefined;
}

/** A new pair after the last one, as the others are laid out. */
function added(text: string, map: YAMLMap, key: string, value: unknown, inFlow: boolean): string | undefined {
  const last = map.items.at(-1) as Pair<Node, Node> | undefined;
  const name = valueText(key, true);
  if (inFlow || map.flow) {
    const close = (map.range?.[1] ?? 0) - 1;
    if (text[close] !== '}') return undefined;
    const end = last?.value?.range?.[1] ?? last?.key.range?.[1];
    return end === undefined ? splice(text, { from: (map.range?.[0] ?? 0) + 1, to: close }, ` ${name}: ${valueText(value, true)} `) : splice(text, { from: end, to: end }, `, ${name}: ${valueText(value, true)}`);
  }
  const [first] = map.items as Pair<Node, Node>[];
  if (!first?.key.range || !last) return undefined;
  const indent = ' '.repeat(first.key.range[0] - lineStart(text, first.key.range[0]));
  const at = endOfLine(text, lastChar(text, last.value?.range?.[1] ?? last.key.range?.[1] ?? 0));
  const line = isRecord(value) && Object.keys(value).length > 2 ? [`${indent}${name}:`, ...Object.entries(value).map(([inner, said]) => `${indent}  ${valueText(inner, true)}: ${valueText(said, false)}`)].join('\n') : `${indent}${name}: ${valueText(value, false)}`;
  return at === text.length && !text.endsWith('\n') ? `${text}\n${line}\n` : splice(text, { from: at, to: at }, `${line}\n`);
}

function without(text: string, document: Document.Parsed, path: Path): string | undefined {
  const parent = containerOf(document, path);
  if (!parent) return text;
  const items = parent.items as (Pair<Node, Node> | Node)[];
  const at = isMap(parent) ? parent.items.findIndex((pair) => String((pair as Pair<Node>).key.toJSON()) === String(path.at(-1))) : Number(path.at(-1));
  if (at < 0 || at >= items.length) return text;
  if (items.length === 1) return undefined;
  const pieces = items.map(spanOf);
  const [piece, before, after] = [pieces[at], pieces[at - 1], pieces[at + 1]];
  if (!piece) return undefined;
  if (parent.flow) return after ? splice(text, { from: piece.from, to: after.from }, '') : before ? splice(text, { from: before.to, to: piece.to }, '') : undefined;
  return splice(text, linesOf(text, piece), '');
}

/** Items that stay keep their lines with what is said beside and above them. */
function blockList(text: string, list: YAMLSeq, values: unknown[]): string | undefined {
  const pieces = list.items.map((item) => spanOf(item as Node));
  if (pieces.some((piece) => piece === undefined)) return undefined;
  const lines = pieces.map((piece) => linesOf(text, piece as Piece));
  const dash = text.slice(lineStart(text, pieces[0]!.from), pieces[0]!.from);
  if (!/^ *- *$/.test(dash)) return undefined;
  const kept = new Map(list.items.map((item, i) => [JSON.stringify((item as Node).toJSON()), text.slice(lines[i]!.from, lines[i]!.to)]));
  const body = values.map((value) => kept.get(JSON.stringify(value)) ?? `${dash}${valueText(value, false)}\n`).map((line) => (line.endsWith('\n') ? line : `${line}\n`)).join('');
  return splice(text, { from: lines[0]!.from, to: lines.at(-1)!.to }, body);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value on one line, as it may stand inside brackets or after a key. */
function valueText(value: unknown, inFlow: boolean, like?: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => valueText(item, true)).join(', ')}]`;
  if (isRecord(value)) return Object.keys(value).length === 0 ? '{}' : `{ ${Object.entries(value).map(([key, item]) => `${valueText(key, true)}: ${valueText(item, true)}`).join(', ')} }`;
  const defaultStringType: Scalar.Type = like === 'QUOTE_SINGLE' || like === 'QUOTE_DOUBLE' ? like : 'PLAIN';
  const options = { lineWidth: 0, blockQuote: false as const, singleQuote: like !== 'QUOTE_DOUBLE', defaultStringType, defaultKeyType: 'PLAIN' as const };
  if (!inFlow) return stringify(value, options).trimEnd();
  return stringify([value], { ...options, collectionStyle: 'flow' }).trim().slice(1, -1).trim();
}

function containerOf(document: Document.Parsed, path: Path): Container | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  return isCollection(parent) ? (parent as Container) : undefined;
}

/** Is anything on the way to it written in brackets? */
function inFlowOf(document: Document.Parsed, path: Path): boolean {
  for (let length = 0; length < path.length; length++) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isCollection(node) && node.flow) return true;
  }
  return false;
}

function spanOf(item: Pair<Node, Node> | Node): Piece | undefined {
  const [first, last] = 'key' in item ? [item.key, item.value ?? item.key] : [item, item];
  return first.range && last.range ? { from: first.range[0], to: last.range[1] } : undefined;
}

/** The lines of an item, with the comment lines right above it. */
function linesOf(text: string, { from, to }: Piece): Piece {
  let start = lineStart(text, from);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!/^\s*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return { from: start, to: endOfLine(text, lastChar(text, to)) };
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
/** After the line break of the line that a place is on. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
/** A block text ends after its line break, everything else before it. */
const lastChar = (text: string, end: number): number => (end > 0 && text[end - 1] === '\n' ? end - 1 : end);
const splice = (text: string, { from, to }: Piece, put: string): string => text.slice(0, from) + put + text.slice(to);
