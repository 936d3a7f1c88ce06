import { refuse } from '../refusal.js';
import type { DialectRules } from './dialect.js';
import { POSTGRES_SYNTAX, type Syntax } from './syntax.js';
import { plain } from './tsql.js';
import { typeNameIn, type TypeTable } from './type-names.js';

export const ORACLE_TYPES: TypeTable = {
  smallint: 'SMALLINT', integer: 'INTEGER', bigint: 'NUMBER(19)', numeric: 'NUMBER#', real: 'BINARY_FLOAT', double: 'BINARY_DOUBLE', text: 'VARCHAR2(4000)', varchar: 'VARCHAR2#(4000)', char: 'CHAR#',
  date: 'DATE', timestamp: 'TIMESTAMP#', timestamptz: 'TIMESTAMP WITH TIME ZONE',
  // Types that only text in this dialect asks for.
  'national varchar': 'NVARCHAR2#', 'national char': 'NCHAR#', clob: 'CLOB', float: 'FLOAT#', raw: 'RAW#', 'local timestamp': 'TIMESTAMP WITH LOCAL TIME ZONE',
};

const utf8 = (text: string): number => encodeURIComponent(text).replace(/%../g, 'x').length;

/** Names may have so many bytes; a name of the query that is longer can't be shortened without changing what it shows. */
export const quotedWithin = (bytes: number) => (name: string): string => {
  // A name can't hold the quote, however it is written, nor NUL.
  if (name.includes('"')) refuse('not-in-dialect', 'a name with a double quote in it');
  if (utf8(name) > bytes) refuse('not-in-dialect', `the name ${name.slice(0, 40)} is longer than ${bytes} bytes`);
  return `"${name}"`;
};

const SYNTAX: Syntax = {
  ...POSTGRES_SYNTAX,
  limit: 'fetch', columnLists: 'none', recursiveWord: false, except: 'MINUS', tableAliasWord: false, noTable: 'DUAL',
  typedLiteral: (type, quoted) => (type === 'date' || type === 'timestamp' ? `${type.toUpperCase()} ${quoted}` : refuse('not-in-dialect', `a ${type} literal can't be said in Oracle`)),
};

/** Pseudo columns that tell about sequences, storage and the session; ROWNUM is read as a function. */
const PSEUDO = /^(rowid|ora_rowscn|nextval|currval|level|connect_by_iscycle|connect_by_isleaf|versions_\w+|object_id|object_value|sysdate_?$|uid|user|sessiontimezone|dbtimezone)$/i;
/** Views of the data dictionary: of the whole database, and those of a user's own and visible objects by their subjects. */
const DICTIONARY = new RegExp(`^(${[
  String.raw`(dba|cdb)_\w+`,
  String.raw`(all|user)_(tab\w*|tables|cols?|col_\w+|columns|objects?|object_\w+|views|users|ind\w*|cons\w*|source|triggers|sequences|synonyms|db_links|sys_privs|role_\w+|roles|directories|jobs|scheduler_\w+|mviews?|mview_\w+|catalog|arguments|procedures|errors|libraries|types?|type_\w+|policies|policy_\w+|part_\w+|lobs|segments|extents|free_space|tablespaces|audit_\w+|hist\w+|encrypted_columns|external_\w+|password_limits|ts_quotas|recyclebin|dependencies|dimensions|clusters|clu_\w+|context|queues?|queue_\w+|xml_\w+|json_\w+|editions|identifiers|statements|stat_\w+|parallel_\w+|network_\w+|credentials|resource_\w+|tune_mview|registry|services)`,
  String.raw`g?v_?\$\w*`, String.raw`x\$\w+`, 'dict', 'dictionary', 'dict_columns', 'cat', 'tabs', 'cols', 'global_name', String.raw`nls_\w+_parameters`, 'session_(privs|roles|context)', String.raw`role_(role|sys|tab)_privs`, 'table_privileges', 'column_privileges',
  'product_component_version', 'plan_table', String.raw`(user|obj|col|tab|link|aud|sys|syn|ts|ind|icol|cdef|con|source|view|argument|trigger|seg|file|undo|profile|sysauth|objauth|default_pwd|user_history)\$`,
].join('|')})$`, 'i');

export const oracle: DialectRules = {
  name: 'oracle',
  lexis: { dollarStrings: false, escapeStrings: false, nationalStrings: true, delimitedStrings: true, jsonColons: true, hashInNames: true },
  readBackAs: 'oracle',
  quoteName: quotedWithin(128),
  quoteString: (value) => `'${plain(value)}'`,
  typeName: (type) => typeNameIn(ORACLE_TYPES, type),
  types: ORACLE_TYPES,
  systemSchemas: new Set(['sys', 'system', 'ctxsys', 'mdsys', 'xdb', 'wmsys', 'outln', 'dbsnmp', 'ordsys', 'olapsys', 'lbacsys', 'dvsys', 'audsys', 'gsmadmin_internal', 'SYS', 'SYSTEM', 'CTXSYS', 'MDSYS', 'XDB', 'WMSYS', 'OUTLN', 'DBSNMP', 'ORDSYS', 'OLAPSYS', 'LBACSYS', 'DVSYS', 'AUDSYS', 'GSMADMIN_INTERNAL']),
  isSystemTable: (name) => DICTIONARY.test(name),
  isSystemColumn: (name) => PSEUDO.test(name),
  syntax: SYNTAX,
};
