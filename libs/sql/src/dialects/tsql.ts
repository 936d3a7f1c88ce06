import { refuse } from '../refusal.js';
import type { DialectRules } from './dialect.js';
import { POSTGRES_SYNTAX } from './syntax.js';
import { typeNameIn, type TypeTable } from './type-names.js';

/** Plain numeric and text have no limits in PostgreSQL; here they get the widest that still divides well. */
export const TSQL_TYPES: TypeTable = {
  smallint: 'smallint', integer: 'int', bigint: 'bigint', numeric: 'decimal#(38, 10)', real: 'real', double: 'float', boolean: 'bit', text: 'nvarchar(max)', varchar: 'nvarchar#(4000)', char: 'nchar#',
  date: 'date', time: 'time#', timestamp: 'datetime2#', timestamptz: 'datetimeoffset#', uuid: 'uniqueidentifier', bytea: 'varbinary(max)', money: 'money',
  // Types that only text in this dialect asks for.
  'plain decimal': 'decimal', 'plain nvarchar': 'nvarchar', 'ansi varchar': 'varchar#', 'ansi text': 'varchar(max)', 'ansi char': 'char#', 'plain nchar': 'nchar', tinyint: 'tinyint', datetime: 'datetime', smalldatetime: 'smalldatetime',
  smallmoney: 'smallmoney', binary: 'binary#', varbinary: 'varbinary#', 'sized float': 'float#',
};

const CASTS = { date: 'date', timestamp: 'datetime2', timestamptz: 'datetimeoffset', time: 'time', interval: undefined };

export const tsql: DialectRules = {
  name: 'tsql',
  lexis: { dollarStrings: false, escapeStrings: false, bracketNames: true, nationalStrings: true, hexNumbers: true, jsonColons: true },
  readBackAs: 'mssql',
  quoteName(name) {
    if (name.length > 128) refuse('not-in-dialect', `the name ${name.slice(0, 40)}… is longer than 128 characters`);
    return `[${name.replaceAll(']', ']]')}]`;
  },
  quoteString(value) {
    if (/\\[\r\n]/.test(value)) refuse('not-in-dialect', 'a string with a backslash at the end of a line: SQL Server leaves both out');
    // A plain string is read in the code page of the database: what is not in it becomes a question mark.
    return `${/^[\u0000-\u007f]*$/.test(value) ? '' : 'N'}'${plain(value)}'`;
  },
  typeName: (type) => typeNameIn(TSQL_TYPES, type),
  types: TSQL_TYPES,
  nameKey: (name) => name.toLowerCase(),
  systemSchemas: new Set(['sys', 'information_schema', 'guest', 'db_owner', 'db_datareader']),
  isSystemTable: (name) => /^(sys|#|@)/i.test(name) && /^(#|@|sys(objects|columns|users|databases|logins|processes|comments|indexes|tables|types|files|configures|servers|messages|permissions|depends|protects|members|constraints|references|foreignkeys|fulltextcatalogs|indexkeys|cacheobjects|lockinfo|perfinfo|jobs)?$)/i.test(name),
  isSystemColumn: (name) => /^(\$action|\$identity|\$rowguid|%%)/i.test(name),
  syntax: {
    ...POSTGRES_SYNTAX,
    limit: 'top', columnLists: 'subqueries', recursiveWord: false, apply: true, operators: { '#': '^' },
    typedLiteral: (type, quoted) => `CAST(${quoted} AS ${CASTS[type] ?? refuse('not-in-dialect', 'an interval can\'t be said in tsql')})`,
  },
};

/** Half of all readers take a backslash before a quote as an escape and read on. */
export function plain(value: string): string {
  if (/\\(?:'|$)/.test(value)) refuse('backslash-before-quote', 'a string may not hold a backslash before a quote or at its end');
  return value.replaceAll("'", "''");
}
