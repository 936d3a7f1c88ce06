import { Fault } from '@countersign/contracts';

/**
 * Words of T-SQL that begin a statement other than a query, or let a query write, lock or leave the database. All but
 * those of the last line are reserved: without quotes they are never a name. Statements whose first word is not
 * reserved (RECEIVE, SEND, THROW) need a semicolon before them.
 */
const REFUSED = new Set([
  'alter', 'backup', 'begin', 'bulk', 'checkpoint', 'close', 'commit', 'create', 'dbcc', 'deallocate', 'declare', 'delete', 'deny', 'disk', 'drop', 'dump', 'exec', 'execute',
  'goto', 'grant', 'if', 'insert', 'into', 'kill', 'lineno', 'load', 'open', 'opendatasource', 'openquery', 'openrowset', 'print', 'raiserror', 'readtext', 'reconfigure',
  'restore', 'return', 'revert', 'revoke', 'rollback', 'save', 'set', 'setuser', 'shutdown', 'truncate', 'update', 'updatetext', 'waitfor', 'while', 'writetext',
  'updlock', 'xlock', 'tablockx',
]);

/** Strings, names in quotes and comments are one piece each; then words, and any other character. */
const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|--[^\n\r]*|\/\*|[@#$_\p{L}][@#$_\p{L}\p{N}]*|\d+(?:\.\d+)?|\s+|./gsuy;

/** Words that are harmless behind certain others only: `FETCH` after `OFFSET … ROWS`, `USE HINT`, `INNER MERGE JOIN`. */
const ONLY_BEHIND: Record<string, ReadonlySet<string>> = {
  fetch: new Set(['rows', 'row']),
  use: new Set(['(', ',']),
  merge: new Set(['inner', 'left', 'right', 'full', 'outer', '(', ',']),
};

/**
 * A batch may hold any number of statements, without so much as a semicolon between them. One that gets past here is a
 * query and nothing else: it begins as one, and no word outside quotes begins or does anything else.
 *
 * @throws Fault 'query-failed' of kind 'not-one-select'
 */
export function holdToOneSelect(sql: string): void {
  const words = [...piecesOf(sql)];
  const last = words.at(-1) === ';' ? words.length - 1 : words.length;
  const first = words.find((word) => word !== '(');
  if (first !== 'select' && first !== 'with') throw notOneSelect(first ?? 'nothing');
  words.slice(0, last).forEach((word, at) => {
    const behind = ONLY_BEHIND[word];
    const draws = word === 'value' && words[at - 1] === 'next';
    if (word === ';' || draws || REFUSED.has(word) || (behind && !behind.has(words[at - 1] ?? ''))) throw notOneSelect(word);
  });
}

export const notOneSelect = (detail: string): Fault => new Fault('query-failed', false, { params: { kind: 'not-one-select', detail } });

/** Words in lower case and marks, without what lies in quotes or comments. */
function* piecesOf(sql: string): Generator<string> {
  const pieces = new RegExp(PIECE);
  for (let found = pieces.exec(sql); found; found = pieces.exec(sql)) {
    const [piece] = found;
    if (piece === '/*') pieces.lastIndex = commentEnd(sql, pieces.lastIndex);
    // An opening quote alone: what the server makes of the rest is not ours to guess.
    else if (piece === "'" || piece === '"' || piece === '[') throw notOneSelect('an open quote');
    else if (/^['"[]|^--|^\s/.test(piece)) continue;
    else yield piece.toLowerCase();
  }
}

/** Comments nest. */
function commentEnd(sql: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  for (let depth = 1, mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  throw notOneSelect('an open comment');
}
