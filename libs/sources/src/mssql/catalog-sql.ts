/** Tables and views the account sees; which of them it can read is decided by their columns. */
export const TABLES_SQL = `
SELECT o.object_id, s.name, o.name,
  CASE WHEN t.is_external = 1 THEN 'foreign-table' WHEN o.type = 'U' THEN 'table' WHEN EXISTS (SELECT 1 FROM sys.indexes i WHERE i.object_id = o.object_id AND i.index_id = 1) THEN 'materialized-view' ELSE 'view' END,
  CAST(p.value AS nvarchar(4000)),
  (SELECT SUM(r.rows) FROM sys.partitions r WHERE r.object_id = o.object_id AND r.index_id IN (0, 1)),
  m.definition
FROM sys.objects o
JOIN sys.schemas s ON s.schema_id = o.schema_id
LEFT JOIN sys.tables t ON t.object_id = o.object_id
LEFT JOIN sys.sql_modules m ON m.object_id = o.object_id
LEFT JOIN sys.extended_properties p ON p.class = 1 AND p.major_id = o.object_id AND p.minor_id = 0 AND p.name = N'MS_Description'
WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0
ORDER BY s.name, o.name`;

/** The name of the type without its length, which follows; CLR types keep their own name, aliases that of what they stand for. */
export const COLUMNS_SQL = `
SELECT c.object_id, c.column_id, c.name, CASE WHEN c.system_type_id = 240 THEN TYPE_NAME(c.user_type_id) ELSE TYPE_NAME(c.system_type_id) END, c.max_length, c.precision, c.scale, c.is_nullable, CAST(p.value AS nvarchar(4000))
FROM sys.columns c
JOIN sys.objects o ON o.object_id = c.object_id
LEFT JOIN sys.extended_properties p ON p.class = 1 AND p.major_id = c.object_id AND p.minor_id = c.column_id AND p.name = N'MS_Description'
WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0
  AND HAS_PERMS_BY_NAME(CONCAT(QUOTENAME(SCHEMA_NAME(o.schema_id)), N'.', QUOTENAME(o.name)), 'OBJECT', 'SELECT', c.name, 'COLUMN') = 1
ORDER BY c.object_id, c.column_id`;

/** Columns of keys, one row each, in the key's order. */
export const KEYS_SQL = `
SELECT i.object_id, i.index_id, i.is_primary_key, k.column_id
FROM sys.indexes i JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.key_ordinal > 0
JOIN sys.objects o ON o.object_id = i.object_id
WHERE i.is_unique = 1 AND i.is_disabled = 0 AND i.has_filter = 0 AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0
ORDER BY i.object_id, i.index_id, k.key_ordinal`;

export const FOREIGN_KEYS_SQL = `
SELECT f.parent_object_id, f.object_id, k.parent_column_id, f.referenced_object_id, k.referenced_column_id
FROM sys.foreign_keys f JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
WHERE f.is_disabled = 0
ORDER BY f.parent_object_id, f.name, k.constraint_column_id`;

/** Where an unqualified name is looked up: the account's own schema, then dbo. */
export const SERVER_SQL = `SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)) AS version, SCHEMA_NAME() AS own`;
