import type { Dialect } from '@countersign/contracts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Transact-SQL, "Reserved keywords", without those that stand for functions or values (CURRENT_DATE, LEFT, COALESCE, …). */
const TSQL = words(`
  add all alter and any as asc authorization backup begin between break browse bulk by cascade case check checkpoint close clustered collate column commit compute constraint contains containstable continue create cross current cursor
  database dbcc deallocate declare default delete deny desc disk distinct distributed double drop dump else end errlvl escape except exec execute exists exit external fetch file fillfactor for foreign freetext freetexttable from full
  function goto grant group having holdlock identity identitycol identity_insert if in index inner insert intersect into is join key kill like lineno load merge national nocheck nonclustered not null of off offsets on open opendatasource
  openquery openrowset openxml option or order outer over percent pivot plan precision primary print proc procedure public raiserror read readtext reconfigure references replication restore restrict return revert revoke rollback rowcount
  rowguidcol rule save schema securityaudit select semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user set setuser shutdown some statistics system_user table tablesample textsize then to top tran
  transaction trigger truncate try_convert tsequal union unique unpivot update updatetext use user values varying view waitfor when where while with within writetext go
`);

/** Oracle Database SQL Language Reference, "Oracle SQL Reserved Words". */
const ORACLE = words(`
  access add all alter and any as asc audit between by char check cluster column column_value comment compress connect create current date decimal default delete desc distinct drop else exclusive exists file float for from grant group
  having identified immediate in increment index initial insert integer intersect into is like lock long maxextents minus mlslabel mode modify nested_table_id noaudit nocompress not nowait null number of offline online option or order
  pctfree prior public raw rename resource revoke row rowid rows select session set share size smallint start successful synonym table then to trigger uid union unique update user validate values varchar varchar2 view whenever where with
  begin declare call execute exec merge truncate commit rollback savepoint explain
`);

/** SAP HANA SQL Reference Guide, "Reserved Words". */
const HANA = words(`
  all alter as before begin both case char condition connect cross cube current_connection current_schema current_transaction_isolation_level current_user cursor declare deferred distinct else elseif end except exception exec execute
  exists for from full group having if in inner inout intersect into is join leading left like limit loop minus natural not null on order out prior return returns reverse right rollup rowid schema select session_user set sql start
  stop system_user table tablesample then trailing true false union unknown using values view when where while with
  alter call commit create delete drop explain export grant hint import insert lock merge replace revoke rollback truncate unload update upsert
`);

/**
 * Words that stand for a clause or a command in an engine and can't be names there without quotes. A parser that knows
 * them less well takes `FROM t OPTION (…)` or `SELECT 1 SHUTDOWN` for an alias; the engine would not.
 */
export const RESERVED: Partial<Record<Dialect, ReadonlySet<string>>> = { tsql: TSQL, oracle: ORACLE, oracle11: ORACLE, hana: HANA };
