/** Any object of the tree: nodes carry `kind`, the small records between them (windows, branches, CTEs) don't. */
type TreeObject = Record<string, unknown>;

/**
 * Calls `enter` for every node (object with a `kind`) below and including `root`, parents first. A `false` result
 * skips what is below that node. Reflective on purpose: a node kind added to the tree is visited without a change here.
 */
export function walk<N extends { kind: string }>(root: unknown, enter: (node: N) => boolean | void): void {
  if (Array.isArray(root)) {
    for (const item of root) walk(item, enter);
    return;
  }
  if (typeof root !== 'object' || root === null) return;
  if (typeof (root as TreeObject)['kind'] === 'string' && enter(root as N) === false) return;
  for (const key in root) {
    const value = (root as TreeObject)[key];
    if (typeof value === 'object') walk(value, enter);
  }
}

const lists = new WeakMap<object, readonly { kind: string }[]>();

/**
 * Every node below and including `root` in the order of {@link walk}; the list is made once for a tree, which must not
 * change any more.
 */
export function everyNode<N extends { kind: string }>(root: object): readonly N[] {
  let list = lists.get(root);
  if (!list) {
    const nodes: { kind: string }[] = [];
    walk<{ kind: string }>(root, (node) => void nodes.push(node));
    lists.set(root, (list = nodes));
  }
  return list as readonly N[];
}

/** A copy of `root` where `replace` may answer another node for each node, children first; it sees the copy and the original. */
export function rebuild<T>(root: T, replace: (copy: { kind: string }, original: object) => unknown): T {
  if (Array.isArray(root)) return root.map((item: unknown) => rebuild(item, replace)) as T;
  if (typeof root !== 'object' || root === null) return root;
  const copy: TreeObject = {};
  for (const [key, value] of Object.entries(root)) copy[key] = typeof value === 'object' ? rebuild(value, replace) : value;
  return (typeof copy['kind'] === 'string' ? replace(copy as { kind: string }, root) : copy) as T;
}

/** Are two trees the same but for the places they were read from? */
export function sameTree(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameTree(item, b[i]));
  }
  const left = a as TreeObject;
  const right = b as TreeObject;
  for (const key in left) if (key !== 'at' && !sameTree(left[key], right[key])) return false;
  for (const key in right) if (key !== 'at' && right[key] !== undefined && left[key] === undefined) return false;
  return true;
}

/**
 * The tree with other nodes where `replace` answers one, parents first; what it answers is not looked into. Whatever holds no such
 * node is the same object as before, so what is known of a node by its identity stays known.
 */
export function replaceNodes<T>(root: T, replace: (node: { kind: string }) => unknown): T {
  if (typeof root !== 'object' || root === null) return root;
  if (Array.isArray(root)) {
    const items = root.map((item: unknown) => replaceNodes(item, replace));
    return items.every((item, i) => item === root[i]) ? root : (items as T);
  }
  const node = root as TreeObject;
  const other = typeof node['kind'] === 'string' ? replace(node as { kind: string }) : undefined;
  if (other !== undefined) return other as T;
  let copy: TreeObject | undefined;
  for (const [key, value] of Object.entries(node)) {
    const replaced = typeof value === 'object' ? replaceNodes(value, replace) : value;
    if (replaced !== value) (copy ??= { ...node })[key] = replaced;
  }
  return (copy ?? node) as T;
}
