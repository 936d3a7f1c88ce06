import { refuse } from '../refusal.js';
import type { DialectRules } from './dialect.js';
import { POSTGRES_SYNTAX } from './syntax.js';
import { plain } from './tsql.js';
import { typeNameIn, type TypeTable } from './type-names.js';

export const HANA_TYPES: TypeTable = {
  smallint: 'SMALLINT', integer: 'INTEGER', bigint: 'BIGINT', numeric: 'DECIMAL#', real: 'REAL', double: 'DOUBLE', boolean: 'BOOLEAN', text: 'NVARCHAR(5000)', varchar: 'NVARCHAR#(5000)', char: 'NCHAR#',
  date: 'DATE', time: 'TIME', timestamp: 'TIMESTAMP',
  // Types that only text in this dialect asks for.
  'plain nvarchar': 'NVARCHAR', 'ansi varchar': 'VARCHAR#', 'ansi char': 'CHAR#', tinyint: 'TINYINT', smalldecimal: 'SMALLDECIMAL', seconddate: 'SECONDDATE', alphanum: 'ALPHANUM#', shorttext: 'SHORTTEXT#', nclob: 'NCLOB', clob: 'CLOB',
  float: 'FLOAT#', binary: 'BINARY#', varbinary: 'VARBINARY#',
};

const SYSTEM = ['sys', '_sys_bi', '_sys_repo', '_sys_statistics', '_sys_sql_analyzer', '_sys_task', '_sys_xs', '_sys_epm', '_sys_plan_stability', '_sys_security', '_sys_telemetry', '_sys_workload_replay', 'sap_hana_admin', 'system', 'sysrepl', 'sys_databases', 'public'];

export const hana: DialectRules = {
  name: 'hana',
  lexis: { dollarStrings: false, escapeStrings: false, nationalStrings: true, hexStrings: true },
  readBackAs: 'generic',
  quoteName(name) {
    if (name.length > 127) refuse('not-in-dialect', `the name ${name.slice(0, 40)}… is longer than 127 characters`);
    return `"${name.replaceAll('"', '""')}"`;
  },
  quoteString: (value) => `'${plain(value)}'`,
  typeName: (type) => typeNameIn(HANA_TYPES, type),
  types: HANA_TYPES,
  systemSchemas: new Set([...SYSTEM, ...SYSTEM.map((s) => s.toUpperCase())]),
  isSystemTable: (name) => /^(m_[a-z_]+|dummy_|sys_|effective_privileges|effective_roles|granted_privileges|granted_roles)/i.test(name),
  isSystemColumn: (name) => /^(\$rowid\$|\$trexexternalkey\$|\$validfrom\$|nextval|currval|\$[a-z_]+\$)$/i.test(name),
  syntax: {
    ...POSTGRES_SYNTAX,
    recursiveWord: false, columnLists: 'subqueries', noTable: 'DUMMY',
    typedLiteral: (type, quoted) => (type === 'date' || type === 'timestamp' || type === 'time' ? `${type.toUpperCase()} ${quoted}` : refuse('not-in-dialect', `a ${type} literal can't be said in HANA`)),
  },
};
