/** Schemas that come with the server, on 11g too, where no view says so. */
const SERVER_SCHEMAS = ['SYS', 'SYSTEM', 'XDB', 'MDSYS', 'CTXSYS', 'ORDSYS', 'ORDDATA', 'ORDPLUGINS', 'OLAPSYS', 'WMSYS', 'LBACSYS', 'DVSYS', 'DVF', 'GSMADMIN_INTERNAL', 'APPQOSSYS', 'DBSNMP', 'DBSFWUSER', 'EXFSYS', 'OUTLN', 'OJVMSYS', 'AUDSYS', 'SI_INFORMTN_SCHEMA', 'SYSMAN', 'FLOWS_FILES', 'ORACLE_OCM', 'REMOTE_SCHEDULER_AGENT', 'VECSYS', 'BAASSYS', 'GGSHAREDCAP'];

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
export const IS_SERVER_SCHEMA = (column: string) => `(${column} IN (${list(SERVER_SCHEMAS)}) OR ${column} LIKE 'APEX\\_%' ESCAPE '\\')`;

/** Everyone whose privileges are the account's: itself, everybody, and roles it has, enabled or not, directly or through others. */
const GRANTEES = `SELECT USER AS name FROM dual UNION SELECT 'PUBLIC' FROM dual UNION SELECT granted_role FROM user_role_privs UNION SELECT granted_role FROM role_role_privs UNION SELECT role FROM session_roles`;

/** Packages through which a query leaves the database, reads or writes files, runs other text, or waits. */
const DANGEROUS = ['UTL_FILE', 'UTL_HTTP', 'UTL_TCP', 'UTL_SMTP', 'UTL_MAIL', 'UTL_INADDR', 'HTTPURITYPE', 'DBMS_LDAP', 'DBMS_SQL', 'DBMS_SYS_SQL', 'DBMS_XMLQUERY', 'DBMS_XMLSAVE', 'DBMS_XMLSTORE', 'DBMS_XSLPROCESSOR', 'DBMS_XMLGEN', 'DBMS_JAVA', 'DBMS_JOB', 'DBMS_SCHEDULER', 'DBMS_ADVISOR', 'DBMS_LOCK', 'DBMS_PIPE', 'DBMS_AQ', 'DBMS_CLOUD', 'DBMS_FILE_TRANSFER', 'DBMS_BACKUP_RESTORE', 'DBMS_DATAPUMP', 'DBMS_OBFUSCATION_TOOLKIT'];

export const GRANT_QUERIES = {
  /** Name of the account, and whether it signed in as an administrator. */
  self: `SELECT USER, SYS_CONTEXT('USERENV', 'ISDBA') FROM dual`,
  /** Privilege, and the role it comes from. What a role that isn't enabled gives counts: SET ROLE enables it. */
  system: `SELECT privilege, CAST(NULL AS VARCHAR2(128)) FROM user_sys_privs UNION SELECT privilege, role FROM role_sys_privs UNION SELECT privilege, CAST(NULL AS VARCHAR2(128)) FROM session_privs WHERE privilege NOT IN (SELECT privilege FROM role_sys_privs) ORDER BY 1, 2`,
  /** Roles the account was given, and whether it may pass them on. */
  roles: `SELECT granted_role, admin_option FROM user_role_privs ORDER BY 1`,
  /** Role, and the role it was given to. */
  nested: `SELECT granted_role, role FROM role_role_privs ORDER BY 1, 2`,
  /** Grantee, schema, object, privilege, grantable: everything beyond reading, PUBLIC's on the server's own objects left out. */
  objects: `SELECT p.grantee, p.table_schema, p.table_name, p.privilege, p.grantable FROM all_tab_privs p
    WHERE p.grantee IN (${GRANTEES}) AND p.privilege NOT IN ('SELECT', 'READ', 'EXECUTE', 'FLASHBACK', 'INHERIT PRIVILEGES', 'INHERIT REMOTE PRIVILEGES', 'TRANSLATE SQL')
      AND NOT (p.grantee = 'PUBLIC' AND ${IS_SERVER_SCHEMA('p.table_schema')}) ORDER BY 1, 2, 3, 4`,
  /** Grantee, schema, object, column, privilege. */
  columns: `SELECT p.grantee, p.table_schema, p.table_name, p.column_name, p.privilege FROM all_col_privs p
    WHERE p.grantee IN (${GRANTEES}) AND p.privilege NOT IN ('SELECT', 'READ') AND NOT (p.grantee = 'PUBLIC' AND ${IS_SERVER_SCHEMA('p.table_schema')}) ORDER BY 1, 2, 3, 4`,
  /** Grantee, schema, name: routines of others, which run with their owner's rights, and the server's dangerous ones. */
  routines: `SELECT DISTINCT p.grantee, p.table_schema, p.table_name FROM all_tab_privs p
    WHERE p.privilege = 'EXECUTE' AND p.grantee IN (${GRANTEES})
      AND (p.table_name IN (${list(DANGEROUS)}) OR (NOT ${IS_SERVER_SCHEMA('p.table_schema')} AND EXISTS (SELECT 1 FROM all_objects o WHERE o.owner = p.table_schema AND o.object_name = p.table_name AND o.object_type IN ('FUNCTION', 'PROCEDURE', 'PACKAGE'))))
    ORDER BY 1, 2, 3`,
  /** Grantee, directory, privilege: files of the server. */
  directories: `SELECT p.grantee, p.table_name, p.privilege FROM all_tab_privs p JOIN all_directories d ON d.owner = p.table_schema AND d.directory_name = p.table_name WHERE p.grantee IN (${GRANTEES}) ORDER BY 1, 2, 3`,
  /** Kind and name of what the account owns. */
  owned: `SELECT object_type, object_name FROM user_objects WHERE object_type NOT IN ('LOB', 'INDEX', 'TABLE PARTITION', 'INDEX PARTITION') ORDER BY 1, 2`,
  /** Tablespaces the account may fill. */
  quotas: `SELECT tablespace_name FROM user_ts_quotas WHERE max_bytes <> 0 ORDER BY 1`,
  /** Accounts it may act as. */
  proxies: `SELECT client FROM user_proxies ORDER BY 1`,
} as const;
