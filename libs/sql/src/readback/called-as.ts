import type { CallExpr, Dialect } from '@countersign/contracts';
import { postgres } from '../dialects/postgres.js';
import { spellingOf } from '../dialects/spelling/spelling-of.js';

/** What a printed call is to other readers. */
export interface CalledAs {
  /** Its function, or the operator that they name as one; none when they take it for a column. */
  function: string | undefined;
  /** Bare words of the engine in its spelling that they take for columns. */
  columns: readonly string[];
  /** Arguments that are keywords in print, by position; and whether a reader takes such a word for a column. */
  words: readonly number[];
  wordsAreColumns: boolean;
}

/** Names that the readers give to functions where theirs differ. */
const READ_AS: Readonly<Record<string, string>> = { array_of: 'array', ceiling: 'ceil', substr: 'substring', value: 'xml_value' };

export const readAs = (name: string): string => READ_AS[name] ?? name;

/** Words without brackets that other readers take for columns. */
const BARE = new Set(['ROWNUM', 'SYSDATE', 'SYSTIMESTAMP', 'CURRENT_UTCDATE', 'CURRENT_UTCTIME', 'CURRENT_UTCTIMESTAMP', 'ROUND_DOWN']);

/** Calls whose unit has a grammar of its own in every reader. */
const UNIT_IS_GRAMMAR = new Set(['extract', 'interval']);

const WORDS_IN_POSTGRES: Readonly<Record<string, readonly number[]>> = { extract: [0], collate: [1] };

/** A collation is a part of what COLLATE does, and of its name here. */
const collation = (call: CallExpr): string | undefined => (call.name === 'collate' && call.args[1]?.kind === 'string' ? `collate ${call.args[1].value}` : undefined);

/** With the schema that is printed before it: that it stands there is a fact too. */
function inSchema(call: CallExpr): string {
  const printed = spellingOf('postgres', call.name) === call.name ? postgres.functionName?.(call) : undefined;
  return printed?.startsWith('pg_catalog.') ? printed.replaceAll('"', '') : readAs(call.name);
}

export function calledAs(dialect: Dialect, call: CallExpr): CalledAs {
  if (dialect === 'postgres') return { function: collation(call) ?? inSchema(call), columns: [], words: WORDS_IN_POSTGRES[call.name] ?? [], wordsAreColumns: false };
  const collated = collation(call);
  if (collated !== undefined) return { function: collated, columns: [], words: [1], wordsAreColumns: false };
  const spelling = spellingOf(dialect, call.name) ?? call.name;
  // `NAME(…`, `INTERVAL …`; a template in brackets is an operator, and goes by the name in the tree.
  const name = spelling.includes(':hex}') ? 'hex_literal' : /^([A-Za-z_][A-Za-z0-9_.]*)/.exec(spelling)?.[1]?.toLowerCase() ?? call.name;
  // An operator of ours is read back as a call with all its arguments.
  const words = spelling.startsWith('(') ? [] : [...spelling.matchAll(/\{(\d):word\}/g)].map((m) => Number(m[1]));
  const columns = spelling.match(/[A-Z_]+/g)?.filter((word) => BARE.has(word)) ?? [];
  return { function: BARE.has(spelling) ? undefined : readAs(name), columns, words, wordsAreColumns: !UNIT_IS_GRAMMAR.has(name) };
}
