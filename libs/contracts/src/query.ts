import type { BooleanLiteral, NullLiteral, NumberLiteral, Placed, RowsAsDocument, StringLiteral, TableColumn, TypedLiteral, TypeName } from './query-literals.js';

/**
 * The closed tree of a read query. What this type cannot say cannot run: no INTO, no locking clause, no hint,
 * no command has a place here. `pack` builds it from an interpretation, `sql` reads text into it, checks it,
 * rewrites it and prints it for an engine. It is PostgreSQL-shaped (the canonical dialect) but names nothing
 * only PostgreSQL has.
 *
 * This is its root: WITH, a body, ORDER BY, LIMIT/OFFSET. Used for the statement, CTEs, subqueries.
 */
export interface Query extends Placed {
  kind: 'query';
  with?: WithClause;
  body: QueryBody;
  orderBy: OrderItem[];
  /** Row count literal. `null` means no limit. Only a non-negative integer can be said. */
  limit: number | null;
  /** Rows to skip; 0 means none. */
  offset: number;
  /** The rows as one document instead of a table; only SQL Server's own text says this. */
  document?: RowsAsDocument;
}

export interface WithClause {
  recursive: boolean;
  ctes: Cte[];
}

export interface Cte extends Placed {
  name: string;
  columns: string[];
  query: Query;
}

export type QueryBody = Select | SetOperation | Values | Query;

export interface Select extends Placed {
  kind: 'select';
  /** `true`: DISTINCT; a list: DISTINCT ON (…). */
  distinct: boolean | Expr[];
  items: SelectItem[];
  /** Comma-separated FROM list; each entry may be a join tree. Empty: no FROM. */
  from: FromItem[];
  where?: Expr;
  groupBy: GroupItem[];
  having?: Expr;
  windows: NamedWindow[];
}

export interface SetOperation extends Placed {
  kind: 'set-operation';
  op: 'union' | 'intersect' | 'except';
  all: boolean;
  left: QueryBody;
  right: QueryBody;
}

export interface Values extends Placed {
  kind: 'values';
  rows: Expr[][];
}

export interface SelectItem extends Placed {
  /** A {@link StarExpr} may stand only here and inside count(*). */
  expr: Expr;
  alias?: string;
}

export interface OrderItem extends Placed {
  expr: Expr;
  direction: 'asc' | 'desc';
  /** Where NULLs go; absent means the canonical default (last when ascending, first when descending). */
  nulls?: 'first' | 'last';
}

export type GroupItem =
  | { kind: 'group-expr'; expr: Expr }
  | { kind: 'grouping-sets'; type: 'rollup' | 'cube'; items: Expr[][] }
  | { kind: 'grouping-sets'; type: 'sets'; items: GroupItem[] }
  | { kind: 'group-tuple'; items: Expr[] };

export interface NamedWindow {
  name: string;
  window: Window;
}

export type FromItem = TableRef | DerivedTable | TableFunction | Join | Pivot | Unpivot;

export interface TableRef extends Placed {
  kind: 'table';
  /** Unfolded name parts as meant: [table], [schema, table] or [catalog, schema, table]. */
  name: string[];
  alias?: string;
  columnAliases: string[];
  /** Only rows of these partitions. */
  partitions?: string[];
}

export interface DerivedTable extends Placed {
  kind: 'derived-table';
  query: Query;
  alias?: string;
  columnAliases: string[];
  lateral: boolean;
}

/** A set-returning function of the registry in FROM (generate_series, unnest, …). */
export interface TableFunction extends Placed {
  kind: 'table-function';
  call: CallExpr;
  alias?: string;
  columnAliases: string[];
  lateral: boolean;
  withOrdinality: boolean;
  /** The columns it is asked for (JSON_TABLE … COLUMNS, OPENJSON … WITH), or is known to give. */
  columns?: TableColumn[];
}

/**
 * Rows turned into columns: for each entry of `values` a column per aggregate, over the rows whose `columns` have these
 * values. Rows are grouped by all other columns of the source.
 */
export interface Pivot extends Placed {
  kind: 'pivot';
  source: FromItem;
  aggregates: { call: CallExpr; alias?: string }[];
  columns: ColumnExpr[];
  /** `values` is as long as `columns`. */
  values: { values: Expr[]; alias?: string }[];
  alias?: string;
}

/** Columns turned into rows: a row per entry of `groups`, its values under the names in `values`, and which entry it was under `names`. */
export interface Unpivot extends Placed {
  kind: 'unpivot';
  source: FromItem;
  values: string[];
  names: string[];
  /** `columns` is as long as `values`, `labels` as `names`; without labels the names of the columns. */
  groups: { columns: ColumnExpr[]; labels?: Expr[] }[];
  /** Rows whose values are all NULL too. */
  includeNulls: boolean;
  alias?: string;
}

export interface Join extends Placed {
  kind: 'join';
  type: 'inner' | 'left' | 'right' | 'full' | 'cross';
  left: FromItem;
  right: FromItem;
  on?: Expr;
  using: string[];
  natural: boolean;
}

export type Expr =
  | ColumnExpr
  | StarExpr
  | NumberLiteral
  | StringLiteral
  | BooleanLiteral
  | NullLiteral
  | TypedLiteral
  | UnaryExpr
  | BinaryExpr
  | LogicalExpr
  | NullTest
  | BooleanTest
  | DistinctTest
  | BetweenExpr
  | InListExpr
  | InQueryExpr
  | LikeExpr
  | ExistsExpr
  | QuantifiedExpr
  | ScalarSubquery
  | RowExpr
  | CaseExpr
  | CastExpr
  | CallExpr
  | ArrayExpr
  | SubscriptExpr
  | AtTimeZoneExpr
  | MetricExpr
  | FilterExpr;

export interface ColumnExpr extends Placed {
  kind: 'column';
  /** Qualifier parts: [], [alias or table], [schema, table]. */
  qualifier: string[];
  name: string;
}

export interface StarExpr extends Placed {
  kind: 'star';
  qualifier: string[];
}

export interface UnaryExpr extends Placed {
  kind: 'unary';
  op: '-' | '+' | 'not' | '~';
  operand: Expr;
}

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type BinaryOperator =
  | ComparisonOperator
  | '+' | '-' | '*' | '/' | '%' | '^' | '||'
  | '&' | '|' | '#' | '<<' | '>>'
  | '->' | '->>' | '#>' | '#>>' | '@>' | '<@' | '?' | '&&'
  | '@?' | '@@' | '?|' | '?&' | '#-' | '-|-' | '&<' | '&>' | '<->';

export interface BinaryExpr extends Placed {
  kind: 'binary';
  op: BinaryOperator;
  left: Expr;
  right: Expr;
}

/** AND/OR over two or more operands; flat, in written order. */
export interface LogicalExpr extends Placed {
  kind: 'logical';
  op: 'and' | 'or';
  operands: Expr[];
}

export interface NullTest extends Placed {
  kind: 'null-test';
  operand: Expr;
  negated: boolean;
}

/** IS [NOT] TRUE / FALSE / UNKNOWN. */
export interface BooleanTest extends Placed {
  kind: 'boolean-test';
  operand: Expr;
  value: true | false | 'unknown';
  negated: boolean;
}

/** IS [NOT] DISTINCT FROM. */
export interface DistinctTest extends Placed {
  kind: 'distinct-test';
  left: Expr;
  right: Expr;
  negated: boolean;
}

export interface BetweenExpr extends Placed {
  kind: 'between';
  operand: Expr;
  low: Expr;
  high: Expr;
  negated: boolean;
  symmetric: boolean;
}

export interface InListExpr extends Placed {
  kind: 'in-list';
  operand: Expr;
  items: Expr[];
  negated: boolean;
}

export interface InQueryExpr extends Placed {
  kind: 'in-query';
  operand: Expr;
  query: Query;
  negated: boolean;
}

export interface LikeExpr extends Placed {
  kind: 'like';
  /** `like`/`ilike`: SQL patterns; `similar`: SIMILAR TO; `regex`: ~ (POSIX). */
  type: 'like' | 'ilike' | 'similar' | 'regex' | 'iregex';
  operand: Expr;
  pattern: Expr;
  escape?: string;
  negated: boolean;
}

export interface ExistsExpr extends Placed {
  kind: 'exists';
  query: Query;
}

export interface QuantifiedExpr extends Placed {
  kind: 'quantified';
  op: ComparisonOperator;
  quantifier: 'any' | 'all';
  left: Expr;
  /** A subquery, or an array-valued expression. */
  right: Query | Expr;
}

export interface ScalarSubquery extends Placed {
  kind: 'subquery';
  query: Query;
}

export interface RowExpr extends Placed {
  kind: 'row';
  items: Expr[];
}

export interface CaseExpr extends Placed {
  kind: 'case';
  operand?: Expr;
  branches: { when: Expr; then: Expr }[];
  otherwise?: Expr;
}

export interface CastExpr extends Placed {
  kind: 'cast';
  operand: Expr;
  type: TypeName;
}

/** A function, aggregate or window call by registry name (canonical, lower case, never schema-qualified). */
export interface CallExpr extends Placed {
  kind: 'call';
  name: string;
  args: Expr[];
  distinct: boolean;
  /** ORDER BY inside the parentheses (array_agg, string_agg). */
  orderBy: OrderItem[];
  withinGroup: OrderItem[];
  filter?: Expr;
  /** Rows whose value is NULL are passed over (IGNORE NULLS). */
  nulls?: 'ignore';
  /** Only the rows that come first or last in this order count (KEEP (DENSE_RANK FIRST ORDER BY …)). */
  keep?: { which: 'first' | 'last'; orderBy: OrderItem[] };
  /** What stands behind the arguments inside the brackets: words of the language, and literals between them. */
  clause?: (string | Expr)[];
  over?: Window;
}

export interface Window {
  /** A named window this one refers to or extends. */
  base?: string;
  partitionBy: Expr[];
  orderBy: OrderItem[];
  frame?: WindowFrame;
}

export interface WindowFrame {
  unit: 'rows' | 'range' | 'groups';
  start: FrameBound;
  end?: FrameBound;
  exclude?: 'current-row' | 'group' | 'ties';
}

export type FrameBound =
  | { kind: 'unbounded-preceding' | 'unbounded-following' | 'current-row' }
  | { kind: 'preceding' | 'following'; offset: Expr };

export interface ArrayExpr extends Placed {
  kind: 'array';
  items: Expr[];
}

export interface SubscriptExpr extends Placed {
  kind: 'subscript';
  operand: Expr;
  index: Expr;
}

export interface AtTimeZoneExpr extends Placed {
  kind: 'at-time-zone';
  operand: Expr;
  zone: Expr;
}

/** `metric('net_revenue')` in a candidate: replaced by the declared definition before printing. */
export interface MetricExpr extends Placed {
  kind: 'metric';
  id: string;
}

/** `filter('active_customer')` in a candidate: replaced by the declared predicate before printing. */
export interface FilterExpr extends Placed {
  kind: 'named-filter';
  id: string;
}
