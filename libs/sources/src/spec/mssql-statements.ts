import type { DataSource } from '@countersign/contracts';
import type { SourceLab } from './source-lab.js';

/** Statements of the contract suite in T-SQL, for SQL Server 2022 and for the double that answers them. */
export const MSSQL_SQL: SourceLab['sql'] = {
  rows: (n) => `SELECT value AS n, CONCAT('row ', value) AS label FROM GENERATE_SERIES(1, ${n}) ORDER BY value`,
  none: `SELECT value AS n, CONCAT('row ', value) AS label FROM GENERATE_SERIES(1, 1) WHERE 1 = 0`,
  wide: (n, bytes) => `SELECT REPLICATE(CAST('x' AS varchar(max)), ${bytes}) AS filler FROM GENERATE_SERIES(1, ${n})`,
  // A query can't sleep; this one counts for that long, on one processor.
  sleep: (seconds) => `SELECT COUNT_BIG(*) AS slept FROM GENERATE_SERIES(1, ${seconds * 2_000}) a CROSS JOIN GENERATE_SERIES(1, 10000) b WHERE (a.value ^ b.value) % 1000003 = 1000002 OPTION (MAXDOP 1)`,
  failing: 'SELECT 10 / (5000 - value) AS n FROM GENERATE_SERIES(1, 10000)',
  unknownColumn: 'SELECT no_such_column FROM dbo.notes',
};

const INSERT = `INSERT INTO dbo.notes (body) VALUES (N'written')`;

export const MSSQL_WRITES = [
  INSERT,
  `UPDATE dbo.notes SET body = N'changed'`,
  `DELETE FROM dbo.notes`,
  `TRUNCATE TABLE dbo.notes`,
  `MERGE dbo.notes n USING (VALUES (1)) v (id) ON n.id = v.id WHEN MATCHED THEN UPDATE SET body = N'merged';`,
  `WITH gone AS (SELECT * FROM dbo.notes) DELETE FROM gone`,
  `SELECT * INTO dbo.copied FROM dbo.notes`,
  `SELECT * INTO #copied FROM dbo.notes`,
  `CREATE TABLE dbo.planted (id int)`,
  `DROP TABLE dbo.notes`,
  `SELECT 1 ${INSERT}`,
  `SELECT 1; ${INSERT}`,
  `SELECT 1; COMMIT; ${INSERT}`,
  `SELECT 1 COMMIT ${INSERT} COMMIT`,
  `SELECT 1 /* /* */ ' */ COMMIT; ${INSERT} --'`,
  `COMMIT; ${INSERT}`,
  `ROLLBACK; ${INSERT}`,
  `BEGIN TRANSACTION; ${INSERT}; COMMIT; COMMIT`,
  `EXEC dbo.sneak`,
  `dbo.sneak`,
  `SELECT 1 EXEC dbo.sneak`,
  `SELECT 1 EXEC (N'${INSERT.replaceAll("'", "''")}')`,
  `EXEC sp_executesql N'${INSERT.replaceAll("'", "''")}'`,
  `SELECT NEXT VALUE FOR dbo.counter`,
  `INSERT INTO dbo.notes (body) EXEC dbo.sneak`,
  `SELECT * FROM OPENROWSET('MSOLEDBSQL', 'Server=.;', 'SELECT 1')`,
  `SELECT * FROM OPENQUERY(lab, 'INSERT INTO dbo.notes DEFAULT VALUES')`,
  `SET SHOWPLAN_XML OFF`,
  `SET XACT_ABORT OFF; SET NOEXEC OFF; ${INSERT}; COMMIT`,
  `SET QUOTED_IDENTIFIER OFF; SELECT "'; COMMIT; ${INSERT} --"`,
  `DECLARE @sql nvarchar(max) = N'${INSERT.replaceAll("'", "''")}'; EXEC (@sql)`,
  `IF 1 = 1 ${INSERT}`,
  `WHILE 1 = 1 BEGIN ${INSERT} BREAK END`,
  `USE tempdb CREATE TABLE planted (id int)`,
  `GRANT ALL ON dbo.notes TO public`,
  `ALTER TABLE dbo.notes ADD planted int`,
  `EXECUTE AS USER = 'dbo' ${INSERT} REVERT`,
  `BULK INSERT dbo.notes FROM '/etc/hosts'`,
  `BACKUP DATABASE lab TO DISK = 'nul'`,
  `UPDATE STATISTICS dbo.notes`,
  `DBCC FREEPROCCACHE`,
];

export const mssqlSource = (at: { host: string; port: number; database: string; username: string }): DataSource => ({
  id: '018f0000-0000-7000-8000-00000000000a', name: 'lab', engine: 'mssql', dialect: 'tsql', ...at, tls: 'off', zone: 'default', revision: 1, status: 'ready',
  caps: { maxRows: 1_000_000, maxBytes: 200_000_000, timeoutMs: 10_000, maxCost: null, maxEstimatedRows: null },
  maxSubqueryDepth: 3, probe: null, catalogue: null,
});
