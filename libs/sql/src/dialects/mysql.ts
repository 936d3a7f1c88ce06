import type { TypeName } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import type { DialectRules } from './dialect.js';
import { POSTGRES_SYNTAX } from './syntax.js';
import { own } from '../own.js';

/** What CAST can make, by the tree's type names. The reader knows each of these under exactly one name. */
const CAST_TYPES: Readonly<Record<string, string>> = {
  bigint: 'SIGNED', unsigned: 'UNSIGNED', numeric: 'DECIMAL#', text: 'CHAR', varchar: 'CHAR#', date: 'DATE', timestamp: 'DATETIME#', time: 'TIME#', double: 'DOUBLE', real: 'FLOAT', json: 'JSON', bytea: 'BINARY',
};

export const mysql: DialectRules = {
  name: 'mysql',
  lexis: {
    dollarStrings: false, escapeStrings: false, backslashStrings: true, doubleQuotedStrings: true, joinedStrings: true, backtickNames: true, nationalStrings: true, hashComments: true, dashesNeedBlank: true,
    digitWords: true, hexStrings: true, hexNumbers: true,
  },
  readBackAs: 'mysql',
  readBackAlsoAs: 'generic',
  quoteName(name) {
    // Half of all readers end the name at a doubled backtick.
    if (name.includes('`')) refuse('unknown-column', 'a name with a backtick in it is not allowed');
    return `\`${name}\``;
  },
  // Doubling both keeps it one literal whether or not the server takes backslashes as escapes.
  quoteString: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  typeName(type) {
    const spelled = type.array ? undefined : own(CAST_TYPES, type.name);
    if (!spelled) return refuse('unknown-type', `type ${type.name} can't be said in a cast here`);
    return spelled.replace('#', type.modifiers.length ? `(${type.modifiers.join(', ')})` : '');
  },
  systemSchemas: new Set(['mysql', 'information_schema', 'performance_schema', 'sys', 'ndbinfo']),
  nameKey: (name) => name.toLowerCase(),
  syntax: { ...POSTGRES_SYNTAX, rollupBehind: true },
  outputNames: true,
  isSystemTable: () => false,
  // Sequences (MariaDB) look like columns of a table.
  isSystemColumn: (name) => SEQUENCE_COLUMNS.has(name.toLowerCase()),
};

const SEQUENCE_COLUMNS = new Set(['nextval', 'currval', 'lastval']);

/** The type of the tree for a type in CAST or CONVERT. */
export function castType(name: string, modifiers: readonly number[]): TypeName | undefined {
  const known = own(READ_TYPES, name);
  if (!known || modifiers.length > known[1]) return undefined;
  const canonical = known[0] === 'text' && modifiers.length ? 'varchar' : known[0];
  return { name: canonical, modifiers: [...modifiers], array: false };
}

/** Name in the tree, and how many numbers may stand in brackets. */
const READ_TYPES: Readonly<Record<string, readonly [string, number]>> = {
  signed: ['bigint', 0], int: ['bigint', 0], integer: ['bigint', 0], bigint: ['bigint', 0], unsigned: ['unsigned', 0], decimal: ['numeric', 2], dec: ['numeric', 2], numeric: ['numeric', 2],
  char: ['text', 1], varchar: ['text', 1], nchar: ['text', 1], text: ['text', 0], date: ['date', 0], datetime: ['timestamp', 1], timestamp: ['timestamp', 1], time: ['time', 1],
  double: ['double', 0], float: ['real', 0], json: ['json', 0], binary: ['bytea', 0], 'using utf8': ['text', 0], 'using utf8mb4': ['text', 0], 'using utf8mb3': ['text', 0],
};
