import { refuse } from '../refusal.js';
import { TYPE_BY_NAME } from '../registry/types.js';
import type { DialectRules } from './dialect.js';

/** Functions that are words of the grammar: no schema can stand before them, and nobody can define others of their name. */
const GRAMMAR = new Set(['coalesce', 'nullif', 'greatest', 'least', 'grouping']);

/** The second reader has a grammar for these, which ends at a schema; in quotes they are names to every reader. */
const NAMED_IN_QUOTES = new Set(['substr', 'ceil', 'ceiling', 'floor']);

const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid']);

export const postgres: DialectRules = {
  name: 'postgres',
  lexis: { dollarStrings: true, escapeStrings: true, questionOperator: true },
  readBackAs: 'postgresql',
  quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteString(value) {
    // Standard strings keep backslashes as they are, but half of all readers (and a server with
    // standard_conforming_strings off) take a backslash before a quote as an escape and read on.
    if (/\\(?:'|$)/.test(value)) refuse('backslash-before-quote', 'a string may not hold a backslash before a quote or at its end');
    return `'${value.replaceAll("'", "''")}'`;
  },
  functionName({ name, args, withinGroup }) {
    const takesNothing = withinGroup.length === 0 && args.every((arg) => arg.kind === 'star');
    return takesNothing || GRAMMAR.has(name) ? name : `pg_catalog.${NAMED_IN_QUOTES.has(name) ? `"${name}"` : name}`;
  },
  typeName(type) {
    const entry = TYPE_BY_NAME.get(type.name);
    if (!entry) refuse('unknown-type', `type ${type.name} is not known`);
    const modifiers = type.modifiers.length ? `(${type.modifiers.join(', ')})` : '';
    return entry.postgres.replace('#', modifiers) + (type.array ? '[]' : '');
  },
  systemSchemas: new Set(['pg_catalog', 'information_schema', 'pg_toast', 'pg_temp']),
  isSystemTable: (name) => name.startsWith('pg_'),
  isSystemColumn: (name) => SYSTEM_COLUMNS.has(name),
};
