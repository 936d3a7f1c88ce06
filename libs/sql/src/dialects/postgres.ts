import { refuse } from '../refusal.js';
import { TYPE_BY_NAME } from '../registry/types.js';
import type { DialectRules } from './dialect.js';

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
