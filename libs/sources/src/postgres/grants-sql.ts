/** Roles whose members still only read. Any other predefined role may write, signal, or leave the database. */
const READING_ROLES = ['pg_read_all_data', 'pg_read_all_settings', 'pg_read_all_stats', 'pg_stat_scan_tables', 'pg_monitor', 'pg_use_reserved_connections'];

const WRITES = `'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'`;

/** Privileges of one kind of object that the account, a role it may become, or PUBLIC holds; the owner's own are found by ownership. */
const privileges = (options: { word: string; from: string; acl: string; name: string; owner: string; only: string }) => `
  SELECT CASE WHEN a.privilege_type = 'TEMPORARY' THEN 'note' ELSE 'fail' END,
         format('%s may %s%s on ${options.word} %s', who.name, a.privilege_type, CASE WHEN a.is_grantable THEN ' and grant' ELSE '' END, ${options.name}),
         coalesce(who.leave, format('REVOKE %s%s ON ${options.word} %s FROM %s', CASE WHEN ${options.only} THEN '' ELSE 'GRANT OPTION FOR ' END, a.privilege_type, ${options.name}, who.name))
  FROM ${options.from}, aclexplode(${options.acl}) a
  JOIN who ON who.oid = a.grantee
  WHERE a.grantee <> ${options.owner} AND (${options.only} OR a.is_grantable)`;

const RELATION = `format('%I.%I', n.nspname, c.relname)`;

/**
 * One row a finding. 'Reach' is every role that SET ROLE or inheritance can lead to: membership without INHERIT counts,
 * because SET ROLE gives what inheritance withholds. What a role gives is cured by leaving the role, never by taking
 * from others what they need. Ownership comes from pg_shdepend, which knows every kind of object.
 */
export const GRANT_FINDINGS_SQL = `
WITH me AS (SELECT oid, rolname FROM pg_roles WHERE rolname = session_user),
reach AS (SELECT r.* FROM pg_roles r, me WHERE pg_has_role(me.oid, r.oid, 'MEMBER')),
leave AS (
  SELECT r.oid, (SELECT string_agg(format('REVOKE %I FROM %I', d.rolname, me.rolname), '; ')
                 FROM pg_auth_members m JOIN pg_roles d ON d.oid = m.roleid
                 WHERE m.member = me.oid AND pg_has_role(d.oid, r.oid, 'MEMBER')) AS fix
  FROM reach r, me WHERE r.oid <> me.oid
),
who AS (
  SELECT reach.oid, quote_ident(reach.rolname) AS name, leave.fix AS leave FROM reach LEFT JOIN leave ON leave.oid = reach.oid
  UNION ALL SELECT 0, 'PUBLIC', NULL
),
findings (severity, what, fix) AS MATERIALIZED (
  SELECT 'fail', format('%I is a superuser', reach.rolname), CASE WHEN reach.oid = me.oid THEN NULL ELSE leave.fix END
  FROM me, reach LEFT JOIN leave ON leave.oid = reach.oid WHERE reach.rolsuper AND (reach.oid = me.oid OR NOT (SELECT s.rolsuper FROM pg_roles s WHERE s.oid = me.oid))
  UNION ALL
  SELECT 'fail', format('%I has %s', reach.rolname, x.attribute), CASE WHEN reach.oid = me.oid THEN format('ALTER ROLE %I NO%s', me.rolname, x.attribute) ELSE leave.fix END
  FROM me, reach LEFT JOIN leave ON leave.oid = reach.oid,
    LATERAL (VALUES (reach.rolcreaterole, 'CREATEROLE'), (reach.rolcreatedb, 'CREATEDB'), (reach.rolreplication, 'REPLICATION'), (reach.rolbypassrls, 'BYPASSRLS')) x (has, attribute)
  WHERE x.has AND NOT reach.rolsuper AND NOT EXISTS (SELECT FROM reach s WHERE s.oid = me.oid AND s.rolsuper)
  UNION ALL
  SELECT 'fail', format('%I may act as %I', me.rolname, reach.rolname), leave.fix
  FROM me, reach JOIN leave ON leave.oid = reach.oid
  WHERE reach.rolname LIKE 'pg\\_%' AND reach.rolname NOT IN (${READING_ROLES.map((r) => `'${r}'`).join(', ')}) AND NOT EXISTS (SELECT FROM reach s WHERE s.oid = me.oid AND s.rolsuper)
  UNION ALL
  SELECT 'fail', format('%I owns %s', reach.rolname, pg_describe_object(d.classid, d.objid, d.objsubid)), CASE WHEN reach.oid = me.oid THEN NULL ELSE leave.fix END
  FROM me, pg_shdepend d JOIN reach ON reach.oid = d.refobjid LEFT JOIN leave ON leave.oid = reach.oid
  WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o' AND d.dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND NOT EXISTS (SELECT FROM reach s WHERE s.oid = me.oid AND s.rolsuper)
  UNION ALL ${privileges({ word: 'DATABASE', from: 'pg_database d', acl: `coalesce(d.datacl, acldefault('d', d.datdba))`, name: `quote_ident(d.datname)`, owner: 'd.datdba', only: `d.datname = current_database() AND a.privilege_type IN ('CREATE', 'TEMPORARY')` })}
  UNION ALL ${privileges({ word: 'SCHEMA', from: 'pg_namespace n', acl: 'n.nspacl', name: `quote_ident(n.nspname)`, owner: 'n.nspowner', only: `a.privilege_type = 'CREATE'` })}
  UNION ALL ${privileges({ word: 'TABLE', from: 'pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace', acl: `CASE WHEN c.relkind <> 'S' THEN c.relacl END`, name: RELATION, owner: 'c.relowner', only: `a.privilege_type IN (${WRITES}) AND c.oid <> 'pg_catalog.pg_settings'::regclass` })}
  UNION ALL ${privileges({ word: 'SEQUENCE', from: 'pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace', acl: `CASE WHEN c.relkind = 'S' THEN c.relacl END`, name: RELATION, owner: 'c.relowner', only: `a.privilege_type IN ('USAGE', 'UPDATE')` })}
  UNION ALL
  SELECT 'fail', format('%s may %s column %I of %s', who.name, x.privilege_type, t.attname, ${RELATION}), coalesce(who.leave, format('REVOKE %s (%I) ON %s FROM %s', x.privilege_type, t.attname, ${RELATION}, who.name))
  FROM pg_attribute t JOIN pg_class c ON c.oid = t.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(t.attacl) x JOIN who ON who.oid = x.grantee
  WHERE x.grantee <> c.relowner AND (x.privilege_type <> 'SELECT' OR x.is_grantable)
  UNION ALL ${privileges({ word: 'FOREIGN SERVER', from: 'pg_foreign_server s', acl: 's.srvacl', name: 'quote_ident(s.srvname)', owner: 's.srvowner', only: 'true' })}
  UNION ALL ${privileges({ word: 'FOREIGN DATA WRAPPER', from: 'pg_foreign_data_wrapper w', acl: 'w.fdwacl', name: 'quote_ident(w.fdwname)', owner: 'w.fdwowner', only: 'true' })}
  UNION ALL ${privileges({ word: 'TABLESPACE', from: 'pg_tablespace t', acl: 't.spcacl', name: 'quote_ident(t.spcname)', owner: 't.spcowner', only: 'true' })}
  UNION ALL ${privileges({ word: 'LARGE OBJECT', from: 'pg_largeobject_metadata l', acl: 'l.lomacl', name: 'l.oid::text', owner: 'l.lomowner', only: `a.privilege_type = 'UPDATE'` })}
  UNION ALL
  SELECT 'fail', format('%s may execute %s', who.name, p.oid::regprocedure), coalesce(who.leave, format('REVOKE EXECUTE ON FUNCTION %s FROM %s', p.oid::regprocedure, who.name))
  FROM pg_proc p, aclexplode(p.proacl) x JOIN who ON who.oid = x.grantee
  WHERE p.pronamespace = 'pg_catalog'::regnamespace AND x.grantee >= 16384
  UNION ALL
  SELECT 'note', format('anyone may write large objects with %s', p.oid::regprocedure), format('REVOKE EXECUTE ON FUNCTION pg_catalog.%s FROM PUBLIC', p.oid::regprocedure)
  FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea') AND has_function_privilege(p.oid, 'EXECUTE')
  UNION ALL
  SELECT 'note', format('%s runs with its owner''s rights', p.oid::regprocedure), NULL
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')
)
SELECT severity, what, fix FROM findings GROUP BY severity, what, fix
UNION ALL
-- The server's own verdict, in case a right came by a way not listed above.
SELECT 'fail', format('%I may write %I.%I', me.rolname, n.nspname, c.relname), format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON %I.%I FROM %I', n.nspname, c.relname, me.rolname)
FROM me, pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  AND NOT EXISTS (SELECT FROM findings f WHERE f.severity = 'fail')
  AND (has_table_privilege(me.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(me.oid, c.oid, 'INSERT, UPDATE'))
ORDER BY 1, 2 LIMIT 1000`;
