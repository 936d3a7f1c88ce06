/** What a reading account may hold on the server; VIEW and CONNECT rights change nothing. */
const SERVER_ALLOWED = `'CONNECT SQL', 'CONNECT ANY DATABASE', 'SELECT ALL USER SECURABLES', 'VIEW ANY DATABASE', 'VIEW ANY DEFINITION', 'VIEW ANY SECURITY DEFINITION', 'VIEW ANY PERFORMANCE DEFINITION', 'VIEW SERVER STATE', 'VIEW SERVER PERFORMANCE STATE', 'VIEW SERVER SECURITY STATE', 'VIEW ANY ERROR LOG', 'VIEW ANY CRYPTOGRAPHICALLY SECURED DEFINITION'`;

/** What it may hold in the database, on all of it or on one thing in it. */
const DATABASE_ALLOWED = `'CONNECT', 'SELECT', 'SHOWPLAN', 'VIEW DEFINITION', 'VIEW SECURITY DEFINITION', 'VIEW PERFORMANCE DEFINITION', 'VIEW DATABASE STATE', 'VIEW DATABASE PERFORMANCE STATE', 'VIEW DATABASE SECURITY STATE', 'VIEW ANY COLUMN MASTER KEY DEFINITION', 'VIEW ANY COLUMN ENCRYPTION KEY DEFINITION', 'VIEW ANY SENSITIVITY CLASSIFICATION', 'VIEW CHANGE TRACKING', 'VIEW CRYPTOGRAPHICALLY SECURED DEFINITION', 'UNMASK'`;

const READING_ROLES = `'public', 'db_datareader', 'db_denydatareader', 'db_denydatawriter'`;
const READING_SERVER_ROLES = `'public', '##MS_DatabaseConnector##', '##MS_DefinitionReader##', '##MS_PerformanceDefinitionReader##', '##MS_SecurityDefinitionReader##', '##MS_ServerPerformanceStateReader##', '##MS_ServerSecurityStateReader##', '##MS_ServerStateReader##'`;

/** Procedures of the server that leave the database. */
const DANGEROUS = `('xp_cmdshell'), ('xp_regwrite'), ('xp_regdeletekey'), ('xp_regdeletevalue'), ('xp_create_subdir'), ('xp_delete_file'), ('xp_dirtree'), ('sp_OACreate'), ('sp_OAMethod'), ('sp_execute_external_script'), ('sp_send_dbmail'), ('sp_addlinkedserver'), ('sp_configure')`;

/** What a permission is about, as GRANT and REVOKE name it. */
const ON = `CASE p.class WHEN 0 THEN N'' WHEN 1 THEN CONCAT(N' ON OBJECT::', QUOTENAME(OBJECT_SCHEMA_NAME(p.major_id)), N'.', QUOTENAME(OBJECT_NAME(p.major_id)), CASE WHEN p.minor_id > 0 THEN CONCAT(N' (', QUOTENAME(COL_NAME(p.major_id, p.minor_id)), N')') END)` +
  ` WHEN 3 THEN CONCAT(N' ON SCHEMA::', QUOTENAME(SCHEMA_NAME(p.major_id))) WHEN 4 THEN CONCAT(CASE (SELECT r.type FROM sys.database_principals r WHERE r.principal_id = p.major_id) WHEN 'R' THEN N' ON ROLE::' ELSE N' ON USER::' END, QUOTENAME(USER_NAME(p.major_id))) ELSE CONCAT(N' ON ', p.class_desc, N' ', p.major_id) END`;

const LOGIN = 'QUOTENAME(SUSER_SNAME())';
const USER = 'QUOTENAME(USER_NAME())';
const OBJECT = `CONCAT(QUOTENAME(OBJECT_SCHEMA_NAME(o.object_id)), N'.', QUOTENAME(o.name))`;

/** Names of permissions and names of things have collations of their own: put together as they are, they could not be listed. */
const finding = (severity: 'fail' | 'note', what: string, fix: string, from: string) => `SELECT '${severity}', CONCAT(${what}) COLLATE DATABASE_DEFAULT, CAST(${fix} AS nvarchar(1000)) COLLATE DATABASE_DEFAULT ${from}`;
const joined = (...parts: string[]) => `CONCAT(${parts.join(', ')})`;
/** A statement that is taken in another database only, without leaving this one. */
const inDatabase = (database: string, ...parts: string[]) => joined(`N'EXEC '`, database, `N'.sys.sp_executesql N'''`, `REPLACE(${joined(...parts)}, '''', '''''')`, `N''''`);

const SERVER = [
  finding('fail', `SUSER_SNAME(), N' is in the server role ', r.name`, joined(`N'ALTER SERVER ROLE '`, 'QUOTENAME(r.name)', `N' DROP MEMBER '`, LOGIN),
    `FROM sys.server_principals r WHERE r.type = 'R' AND r.name NOT IN (${READING_SERVER_ROLES}) AND IS_SRVROLEMEMBER(r.name) = 1`),
  finding('fail', `SUSER_SNAME(), N' has ', permission_name, N' on the server'`, `CASE WHEN IS_SRVROLEMEMBER('sysadmin') = 1 THEN NULL ELSE ${inDatabase(`N'master'`, `N'REVOKE '`, 'permission_name', `N' FROM '`, LOGIN)} END`,
    `FROM fn_my_permissions(NULL, 'SERVER') WHERE permission_name NOT IN (${SERVER_ALLOWED})`),
  finding('fail', `SUSER_SNAME(), N' may act as the login ', l.name`, inDatabase(`N'master'`, `N'REVOKE IMPERSONATE ON LOGIN::'`, 'QUOTENAME(l.name)', `N' FROM '`, LOGIN),
    `FROM sys.server_principals l WHERE l.type IN ('S', 'U') AND l.name <> SUSER_SNAME() AND HAS_PERMS_BY_NAME(QUOTENAME(l.name), 'LOGIN', 'IMPERSONATE') = 1`),
  finding('fail', `SUSER_SNAME(), N' may execute ', d.name`, inDatabase(`N'master'`, `N'REVOKE EXECUTE ON '`, 'QUOTENAME(d.name)', `N' FROM public'`),
    `FROM (VALUES ${DANGEROUS}) d (name) WHERE d.name <> 'xp_dirtree' AND HAS_PERMS_BY_NAME(CONCAT(N'master.sys.', d.name), 'OBJECT', 'EXECUTE') = 1`),
  finding('note', `N'xp_dirtree can be made to reach other machines over the network', N''`, inDatabase(`N'master'`, `N'REVOKE EXECUTE ON xp_dirtree'`, `N' FROM public'`),
    `WHERE HAS_PERMS_BY_NAME(N'master.sys.xp_dirtree', 'OBJECT', 'EXECUTE') = 1`),
  finding('fail', `SUSER_SNAME(), N' can enter the database ', d.name, N' too, where nothing is proven'`, inDatabase('QUOTENAME(d.name)', `N'DROP USER '`, LOGIN),
    `FROM sys.databases d WHERE d.database_id > 4 AND d.database_id <> DB_ID() AND HAS_DBACCESS(d.name) = 1`),
  finding('note', `N'the linked server ', s.name, N' can be asked through this one'`, joined(`N'EXEC master.dbo.sp_serveroption '`, `QUOTENAME(s.name, '''')`, `N', ''data access'', ''false'''`),
    `FROM sys.servers s WHERE s.is_linked = 1 AND s.is_data_access_enabled = 1`),
];

const OWNED = [
  finding('fail', `SUSER_SNAME(), N' owns the database'`, joined(`N'ALTER AUTHORIZATION ON DATABASE::'`, 'QUOTENAME(DB_NAME())', `N' TO [sa]'`),
    `FROM sys.databases WHERE database_id = DB_ID() AND owner_sid = SUSER_SID()`),
  // A fixed role owns the schema of its own name.
  finding('fail', `who.name, N' owns the schema ', s.name`, `COALESCE(who.leave, ${joined(`N'ALTER AUTHORIZATION ON SCHEMA::'`, 'QUOTENAME(s.name)', `N' TO [dbo]'`)})`,
    `FROM sys.schemas s JOIN who ON who.principal_id = s.principal_id WHERE who.name <> N'public' AND (who.leave IS NULL OR who.name <> s.name)`),
  finding('fail', `who.name, N' owns ', ${OBJECT}`, `COALESCE(who.leave, ${joined(`N'ALTER AUTHORIZATION ON OBJECT::'`, OBJECT, `N' TO SCHEMA OWNER'`)})`,
    `FROM sys.objects o JOIN who ON who.principal_id = o.principal_id`),
  finding('fail', `USER_NAME(), N' owns the role ', r.name`, joined(`N'ALTER AUTHORIZATION ON ROLE::'`, 'QUOTENAME(r.name)', `N' TO [dbo]'`),
    `FROM sys.database_principals r WHERE r.type = 'R' AND r.owning_principal_id = DATABASE_PRINCIPAL_ID()`),
];

const ALLOWED = [
  finding('fail', `USER_NAME(), N' is in the role ', r.name`, joined(`N'ALTER ROLE '`, 'QUOTENAME(r.name)', `N' DROP MEMBER '`, USER),
    `FROM sys.database_principals r WHERE r.type = 'R' AND r.is_fixed_role = 1 AND r.name NOT IN (${READING_ROLES}) AND IS_ROLEMEMBER(r.name) = 1`),
  finding('fail', `USER_NAME(), N' has ', permission_name, N' on the database'`, `CASE WHEN IS_ROLEMEMBER('db_owner') = 1 THEN NULL ELSE ${joined(`N'REVOKE '`, 'permission_name', `N' FROM '`, USER)} END`,
    `FROM fn_my_permissions(NULL, 'DATABASE') WHERE permission_name NOT IN (${DATABASE_ALLOWED})`),
  // A scalar function can't write; a procedure can, with its owner's rights.
  finding('fail', `who.name, N' may ', p.permission_name, CASE WHEN p.state = 'W' THEN N' and grant it' END, ${ON}`,
    `COALESCE(who.leave, ${joined(`N'REVOKE '`, `CASE WHEN p.state = 'W' AND p.permission_name IN (${DATABASE_ALLOWED}) THEN N'GRANT OPTION FOR ' END`, 'p.permission_name', ON, `N' FROM '`, 'QUOTENAME(who.name)', `CASE WHEN p.state = 'W' THEN N' CASCADE' END`)})`,
    `FROM sys.database_permissions p JOIN who ON who.principal_id = p.grantee_principal_id WHERE p.state IN ('G', 'W') AND (p.permission_name NOT IN (${DATABASE_ALLOWED}) OR p.state = 'W')` +
    ` AND NOT (p.class = 1 AND (p.major_id < 0 OR OBJECTPROPERTY(p.major_id, 'IsMSShipped') = 1)) AND NOT (p.permission_name = 'EXECUTE' AND p.class = 1 AND OBJECTPROPERTY(p.major_id, 'IsScalarFunction') = 1)`),
  finding('fail', `USER_NAME(), N' may act as the user ', u.name`, joined(`N'REVOKE IMPERSONATE ON USER::'`, 'QUOTENAME(u.name)', `N' FROM '`, USER),
    `FROM sys.database_principals u WHERE u.type IN ('S', 'U', 'E') AND u.principal_id > 4 AND u.principal_id <> DATABASE_PRINCIPAL_ID() AND HAS_PERMS_BY_NAME(QUOTENAME(u.name), 'USER', 'IMPERSONATE') = 1`),
  // The server's own verdict, in case a right came by a way not listed above.
  finding('fail', `USER_NAME(), N' may write ', ${OBJECT}`, joined(`N'REVOKE INSERT, UPDATE, DELETE ON OBJECT::'`, OBJECT, `N' FROM '`, USER),
    `FROM sys.objects o WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0 AND 1 IN (${['INSERT', 'UPDATE', 'DELETE', 'ALTER', 'CONTROL'].map((right) => `HAS_PERMS_BY_NAME(${OBJECT}, 'OBJECT', '${right}')`).join(', ')})`),
];

/**
 * One row a finding: severity, what, and the statement that takes it away (NULL where only another account helps).
 * 'Reach' is the account's user with every role it is in, directly or through others. What a role gives is cured by
 * leaving the role, never by taking from others what they need.
 */
export const GRANT_FINDINGS_SQL = `
WITH reach AS (
  SELECT principal_id, CAST(NULL AS int) AS entered FROM sys.database_principals WHERE principal_id = DATABASE_PRINCIPAL_ID()
  UNION ALL
  SELECT m.role_principal_id, COALESCE(reach.entered, m.role_principal_id) FROM sys.database_role_members m JOIN reach ON reach.principal_id = m.member_principal_id
),
who AS (
  SELECT r.principal_id, p.name, CASE WHEN r.entered IS NOT NULL THEN CONCAT(N'ALTER ROLE ', QUOTENAME(USER_NAME(r.entered)), N' DROP MEMBER ', ${USER}) END AS leave
  FROM reach r JOIN sys.database_principals p ON p.principal_id = r.principal_id
  UNION ALL SELECT principal_id, name, NULL FROM sys.database_principals WHERE name = N'public'
),
findings (severity, what, fix) AS (
  ${[...SERVER, ...OWNED, ...ALLOWED].join('\n  UNION ALL\n  ')}
)
SELECT TOP (1000) severity, what, MAX(fix) AS fix FROM findings GROUP BY severity, what ORDER BY severity, what`;
