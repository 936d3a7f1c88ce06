import { Document, isCollection, isMap, isNode, isPair, isScalar, parseDocument, visit, type YAMLMap } from 'yaml';

/**
 * Puts a value at a path of a YAML text and leaves every other character as it is: comments, blank lines and the ways of writing of others
 * stay. What is not there yet is written before the first entry of its parent.
 *
 * @returns the new text, or undefined when the parent is not there
 * @example setInYaml('a: [x] # kept\n', ['a'], ['x', 'y']) // 'a: [x, y] # kept\n'
 */
export function setInYaml(text: string, path: readonly string[], value: unknown): string | undefined {
  const document = parseDocument(text);
  const node = document.getIn(path, true);
  if (isNode(node) && node.range) return splice(text, node.range[0], node.range[1], flowText(value));
  const parent = document.getIn(path.slice(0, -1), true);
  const first = isMap(parent) ? firstKey(parent) : undefined;
  if (!isMap(parent) || first === undefined) return undefined;
  const entry = `${path.at(-1) ?? ''}: ${flowText(value)}`;
  return splice(text, first, first, parent.flow ? `${entry}, ` : `${entry}\n${' '.repeat(columnAt(text, first))}`);
}

/** Takes an entry of a map out, with the lines it stands on. @returns undefined when it is not there */
export function removeFromYaml(text: string, path: readonly string[]): string | undefined {
  const parent = parseDocument(text).getIn(path.slice(0, -1), true);
  if (!isMap(parent) || parent.flow) return undefined;
  const pair = parent.items.find((one) => isPair(one) && isScalar(one.key) && one.key.value === path.at(-1));
  if (!pair || !isNode(pair.key) || !pair.key.range || !isNode(pair.value) || !pair.value.range) return undefined;
  const start = pair.key.range[0] - columnAt(text, pair.key.range[0]);
  const end = text.indexOf('\n', pair.value.range[1] - 1);
  return text.slice(0, start) + (end < 0 ? '' : text.slice(end + 1));
}

/** A block ends with the line it ends on; what replaces it must not swallow that. */
function splice(text: string, from: number, to: number, put: string): string {
  const blank = from === to ? '' : (/\s*$/.exec(text.slice(from, to))?.[0] ?? '');
  return text.slice(0, from) + put + blank + text.slice(to);
}

function firstKey(map: YAMLMap): number | undefined {
  const key = map.items[0]?.key;
  return isNode(key) ? key.range?.[0] : undefined;
}

const columnAt = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);

function flowText(value: unknown): string {
  const document = new Document(value);
  visit(document, { Collection: (_key, node) => void (node.flow = true) });
  if (isCollection(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trim();
}
