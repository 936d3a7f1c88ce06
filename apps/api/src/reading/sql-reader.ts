import type { PolicyTable } from '@countersign/access';
import type { Dialect, FactsSchema, SqlChange, SqlFacts } from '@countersign/contracts';
import type { PolicyCheck } from '@countersign/sql';

/** Something that needs a parser: may this text be a row filter or a mask, what is different between two printed queries, what does one do? */
export type ReadingTask =
  | { kind: 'predicate' | 'mask'; text: string; table: PolicyTable; dialect: Dialect }
  | { kind: 'compare'; before: string; after: string; dialect: Dialect }
  | { kind: 'facts'; sql: string; schema: FactsSchema; dialect: Dialect };

/** Reads text of policies as the gate will, and queries as the gate printed them. */
export interface SqlReader {
  check(kind: 'predicate' | 'mask', text: string, table: PolicyTable, dialect: Dialect): Promise<PolicyCheck>;
  compare(before: string, after: string, dialect: Dialect): Promise<SqlChange[]>;
  /** undefined: it can't be read. */
  facts(sql: string, schema: FactsSchema, dialect: Dialect): Promise<SqlFacts | undefined>;
}
