import type { BinaryOperator, TypedLiteral } from '@countersign/contracts';

/** Where the clauses of one engine are written otherwise than PostgreSQL's. */
export interface Syntax {
  /** `limit`: LIMIT n OFFSET m. `fetch`: OFFSET m ROWS FETCH FIRST n ROWS ONLY. `top`: TOP (n), or OFFSET … FETCH NEXT. `none`: ROWNUM in a query around it. */
  limit: 'limit' | 'fetch' | 'top' | 'none';
  /** WITH RECURSIVE; elsewhere a CTE may simply name itself. */
  recursiveWord: boolean;
  except: 'EXCEPT' | 'MINUS';
  /** AS before the alias of a table (Oracle does not take it). */
  tableAliasWord: boolean;
  /** `AS t (a, b)`: behind every table, behind subqueries only, or nowhere in FROM. */
  columnLists: 'all' | 'subqueries' | 'none';
  /** What stands in FROM when nothing is read. */
  noTable: string | undefined;
  /** `CROSS APPLY (…)` for a subquery that sees the tables before it. */
  apply: boolean;
  /** `GROUP BY a, b WITH ROLLUP` is all that can be said of grouping sets (MySQL, MariaDB). */
  rollupBehind?: true;
  typedLiteral(type: TypedLiteral['type'], quoted: string): string;
  /** Operators under other signs. */
  operators: Partial<Record<BinaryOperator, string>>;
}

const LITERAL_WORD = { date: 'DATE', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMP WITH TIME ZONE', time: 'TIME', interval: 'INTERVAL' } as const;

export const POSTGRES_SYNTAX: Syntax = {
  limit: 'limit', recursiveWord: true, except: 'EXCEPT', tableAliasWord: true, columnLists: 'all', noTable: undefined, apply: false, operators: {},
  typedLiteral: (type, quoted) => `${LITERAL_WORD[type]} ${quoted}`,
};
