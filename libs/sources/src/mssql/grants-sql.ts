/** What a reading account may hold on the server; VIEW and CONNECT rights change nothing. */
const SERVER_ALLOWED = `'CONNECT SQL', 'CONNECT ANY DATABASE', 'SELECT ALL USER SECURABLES', 'VIEW ANY DATABASE', 'VIEW ANY DEFINITION', 'VIEW ANY SECURITY DEFINITION', 'VIEW ANY PERFORMANCE DEFINITION', 'VIEW SERVER STATE', 'VIEW SERVER PERFORMANCE STATE', 'VIEW SERVER SECURITY STATE', 'VIEW ANY ERROR LOG', 'VIEW ANY CRYPTOGRAPHICALLY SECURED DEFINITION'`;

/** What it may hold in the database, on all of it or on one thing in it. */
const DATABASE_ALLOWED = `'CONNECT', 'SELECT', 'SHOWPLAN', 'VIEW DEFINITION', 'VIEW SECURITY DEFINITION', 'VIEW PERFORMANCE DEFINITION', 'VIEW DATABASE STATE', 'VIEW DATABASE PERFORMANCE STATE', 'VIEW DATABASE SECURITY STATE', 'VIEW ANY COLUMN MASTER KEY DEFINITION', 'VIEW ANY COLUMN ENCRYPTION KEY DEFINITION', 'VIEW ANY SENSITIVITY CLASSIFICATION', 'VIEW CHANGE TRACKING', 'VIEW CRYPTOGRAPHICALLY SECURED DEFINITION', 'UNMASK'`;

const READING_ROLES = `'public', 'db_datareader', 'db_denydatareader', 'db_denydatawriter'`;
const READING_SERVER_ROLES = `'public', '##MS_DatabaseConnector##', '##MS_DefinitionReader##', '##MS_PerformanceDefinitionReader##', '##MS_SecurityDefinitionReader##', '##MS_ServerPerformanceStateReader##', '##MS_ServerSecurityStateReader##', '##MS_ServerStateReader##'`;

/** Procedures of the server that leave the database. */
const DANGEROUS = `('xp_cmdshell'), ('xp_regwrite'), ('xp_regdeletekey'), ('xp_regdeletevalue'), ('xp_create_subdir'), ('xp_delete_file'), ('xp_dirtree'), ('sp_OACreate'), ('sp_OAMethod'), ('sp_execute_external_script'), ('sp_send_dbmail'), ('sp_addlinkedserver'), ('sp_configure')`;

const ON = `CASE p.class WHEN 0 THEN N'' WHEN 1 THEN CONCAT(N' ON OBJECT::', QUOTENAME(OBJECT_SCHEMA_NAME(p.major_id)), N'.', QUOTENAME(OBJECT_NAME(p.major_id)), CASE WHEN p.minor_id > 0 THEN CONCAT(N' (', QUOTENAME(COL_NAME(p.major_id, p.minor_id)), N')') END)` +
  ` WHEN 3 THEN CONCAT(N' ON SCHEMA::', QUOTENAME(SCHEMA_NAME(p.major_id))) WHEN 4 THEN CONCAT(CASE (SELECT r.type FROM sys.database_principals r WHERE r.principal_id = p.major_id) WHEN 'R' THEN N' ON ROLE::' ELSE N' ON USER::' END, QUOTENAME(USER_NAME(p.major_id))) ELSE CONCAT(N' ON ', p.class_desc, N' ', p.major_id) END`;

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
  SELECT r.principal_id, p.name, CASE WHEN r.entered IS NOT NULL THEN CONCAT(N'ALTER ROLE ', QUOTENAME(USER_NAME(r.entered)), N' DROP MEMBER ', QUOTENAME(USER_NAME())) END AS leave
  FROM reach r JOIN sys.database_principals p ON p.principal_id = r.principal_id
  UNION ALL SELECT principal_id, name, NULL FROM sys.database_principals WHERE name = N'public'
),
findings (severity, what, fix) AS (
  SELECT 'fail', CONCAT(SUSER_SNAME(), N' is in the server role ', r.name), CONCAT(N'ALTER SERVER ROLE ', QUOTENAME(r.name), N' DROP MEMBER ', QUOTENAME(SUSER_SNAME()))
  FROM sys.server_principals r WHERE r.type = 'R' AND r.name NOT IN (${READING_SERVER_ROLES}) AND IS_SRVROLEMEMBER(r.name) = 1
  UNION ALL
  SELECT 'fail', CONCAT(SUSER_SNAME(), N' has ', permission_name, N' on the server'), CASE WHEN IS_SRVROLEMEMBER('sysadmin') = 1 THEN NULL ELSE CONCAT(N'REVOKE ', permission_name, N' FROM ', QUOTENAME(SUSER_SNAME())) END
  FROM fn_my_permissions(NULL, 'SERVER') WHERE permission_name NOT IN (${SERVER_ALLOWED})
  UNION ALL
  SELECT 'fail', CONCAT(USER_NAME(), N' is in the role ', r.name), CONCAT(N'ALTER ROLE ', QUOTENAME(r.name), N' DROP MEMBER ', QUOTENAME(USER_NAME()))
  FROM sys.database_principals r WHERE r.type = 'R' AND r.is_fixed_role = 1 AND r.name NOT IN (${READING_ROLES}) AND IS_ROLEMEMBER(r.name) = 1
  UNION ALL
  SELECT 'fail', CONCAT(USER_NAME(), N' has ', permission_name, N' on the database'), CASE WHEN IS_ROLEMEMBER('db_owner') = 1 THEN NULL ELSE CONCAT(N'REVOKE ', permission_name, N' FROM ', QUOTENAME(USER_NAME())) END
  FROM fn_my_permissions(NULL, 'DATABASE') WHERE permission_name NOT IN (${DATABASE_ALLOWED})
  UNION ALL
  SELECT 'fail', CONCAT(who.name, N' may ', p.permission_name, CASE WHEN p.state = 'W' THEN N' and grant it' END, ${ON}), COALESCE(who.leave, CONCAT(N'REVOKE ', CASE WHEN p.state = 'W' AND p.permission_name IN (${DATABASE_ALLOWED}) THEN N'GRANT OPTION FOR ' END, p.permission_name, ${ON}, N' FROM ', QUOTENAME(who.name), CASE WHEN p.state = 'W' THEN N' CASCADE' END))
  FROM sys.database_permissions p JOIN who ON who.principal_id = p.grantee_principal_id
  WHERE p.state IN ('G', 'W') AND (p.permission_name NOT IN (${DATABASE_ALLOWED}) OR p.state = 'W') AND NOT (p.class = 1 AND (p.major_id < 0 OR OBJECTPROPERTY(p.major_id, 'IsMSShipped') = 1))
    AND NOT (p.permission_name = 'EXECUTE' AND p.class = 1 AND OBJECTPROPERTY(p.major_id, 'IsScalarFunction') = 1)
    AND NOT (p.permission_name LIKE 'VIEW ANY COLUMN%' AND who.name = N'public')
  UNION ALL
  SELECT 'fail', CONCAT(SUSER_SNAME(), N' owns the database'), CONCAT(N'ALTER AUTHORIZATION ON DATABASE::', QUOTENAME(DB_NAME()), N' TO [sa]')
  FROM sys.databases WHERE database_id = DB_ID() AND owner_sid = SUSER_SID()
  UNION ALL
  SELECT 'fail', CONCAT(who.name, N' owns the schema ', s.name), COALESCE(who.leave, CONCAT(N'ALTER AUTHORIZATION ON SCHEMA::', QUOTENAME(s.name), N' TO [dbo]'))
  FROM sys.schemas s JOIN who ON who.principal_id = s.principal_id WHERE who.name <> N'public' AND (who.leave IS NULL OR who.name <> s.name)
  UNION ALL
  SELECT 'fail', CONCAT(who.name, N' owns ', QUOTENAME(OBJECT_SCHEMA_NAME(o.object_id)), N'.', QUOTENAME(o.name)), COALESCE(who.leave, CONCAT(N'ALTER AUTHORIZATION ON OBJECT::', QUOTENAME(OBJECT_SCHEMA_NAME(o.object_id)), N'.', QUOTENAME(o.name), N' TO SCHEMA OWNER'))
  FROM sys.objects o JOIN who ON who.principal_id = o.principal_id
  UNION ALL
  SELECT 'fail', CONCAT(USER_NAME(), N' owns the role ', r.name), CONCAT(N'ALTER AUTHORIZATION ON ROLE::', QUOTENAME(r.name), N' TO [dbo]')
  FROM sys.database_principals r WHERE r.type = 'R' AND r.owning_principal_id = DATABASE_PRINCIPAL_ID()
  UNION ALL
  SELECT 'fail', CONCAT(SUSER_SNAME(), N' may act as the login ', l.name), CONCAT(N'REVOKE IMPERSONATE ON LOGIN::', QUOTENAME(l.name), N' FROM ', QUOTENAME(SUSER_SNAME()))
  FROM sys.server_principals l WHERE l.type IN ('S', 'U') AND l.name <> SUSER_SNAME() AND HAS_PERMS_BY_NAME(QUOTENAME(l.name), 'LOGIN', 'IMPERSONATE') = 1
  UNION ALL
  SELECT 'fail', CONCAT(USER_NAME(), N' may act as the user ', u.name), CONCAT(N'REVOKE IMPERSONATE ON USER::', QUOTENAME(u.name), N' FROM ', QUOTENAME(USER_NAME()))
  FROM sys.database_principals u WHERE u.type IN ('S', 'U', 'E') AND u.principal_id > 4 AND u.principal_id <> DATABASE_PRINCIPAL_ID() AND HAS_PERMS_BY_NAME(QUOTENAME(u.name), 'USER', 'IMPERSONATE') = 1
  UNION ALL
  SELECT 'fail', CONCAT(SUSER_SNAME(), N' may execute master.dbo.', d.name), CONCAT(N'USE master; REVOKE EXECUTE ON ', QUOTENAME(d.name), N' FROM public')
  FROM (VALUES ${DANGEROUS}) d (name) WHERE d.name <> 'xp_dirtree' AND HAS_PERMS_BY_NAME(CONCAT(N'master.sys.', d.name), 'OBJECT', 'EXECUTE') = 1
  UNION ALL
  SELECT 'note', N'xp_dirtree can be made to reach other machines over the network', N'USE master; REVOKE EXECUTE ON xp_dirtree FROM public'
  WHERE HAS_PERMS_BY_NAME(N'master.sys.xp_dirtree', 'OBJECT', 'EXECUTE') = 1
  UNION ALL
  SELECT 'fail', CONCAT(SUSER_SNAME(), N' can enter the database ', d.name, N' too, where nothing is proven'), CONCAT(N'USE ', QUOTENAME(d.name), N'; DROP USER ', QUOTENAME(SUSER_SNAME()))
  FROM sys.databases d WHERE d.database_id > 4 AND d.database_id <> DB_ID() AND HAS_DBACCESS(d.name) = 1
  UNION ALL
  SELECT 'note', CONCAT(N'the linked server ', s.name, N' can be asked through this one'), CONCAT(N'EXEC master.dbo.sp_serveroption ', QUOTENAME(s.name, ''''), N', ''data access'', ''false''')
  FROM sys.servers s WHERE s.is_linked = 1 AND s.is_data_access_enabled = 1
  UNION ALL
  -- The server's own verdict, in case a right came by a way not listed above.
  SELECT 'fail', CONCAT(USER_NAME(), N' may write ', x.name), CONCAT(N'REVOKE INSERT, UPDATE, DELETE ON OBJECT::', x.name, N' FROM ', QUOTENAME(USER_NAME()))
  FROM (SELECT CONCAT(QUOTENAME(s.name), N'.', QUOTENAME(o.name)) AS name FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0) x
  WHERE 1 IN (HAS_PERMS_BY_NAME(x.name, 'OBJECT', 'INSERT'), HAS_PERMS_BY_NAME(x.name, 'OBJECT', 'UPDATE'), HAS_PERMS_BY_NAME(x.name, 'OBJECT', 'DELETE'), HAS_PERMS_BY_NAME(x.name, 'OBJECT', 'ALTER'), HAS_PERMS_BY_NAME(x.name, 'OBJECT', 'CONTROL'))
)
SELECT TOP (1000) severity, what, MAX(fix) AS fix FROM findings GROUP BY severity, what ORDER BY severity, what`;
