import type { Placed } from './query-literals.js';

/** Columns are 'table.column' in the names of the text, lower case; of a subquery or CTE just the name. */
export interface MeasureFact extends Placed {
  /** 'sum', 'count', 'avg', … */
  call: string;
  distinct: boolean;
  /** Columns it is taken over, sorted; none for count(*). */
  columns: string[];
  /** The argument, readable. */
  text: string;
  /** The table whose rows are measured, when that is one. */
  of?: string;
  /** Conditions on its rows alone (FILTER, CASE WHEN). */
  where: ConditionFact[];
  /** Tables joined in that give one row of the measure several times. */
  repeatedBy: string[];
}

export interface GroupFact extends Placed {
  columns: string[];
  /** The time unit, when a date is grouped by one. */
  unit?: string;
  text: string;
}

export interface ConditionFact extends Placed {
  /** The columns compared, sorted. */
  columns: string[];
  op: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'between' | 'not between' | 'like' | 'not like' | 'is null' | 'is not null' | 'true' | 'false' | 'other';
  /** What they are compared with, when that is written down. */
  values: string[];
  /** Over groups (HAVING). */
  ofGroups: boolean;
  /** Not of the rows of the result: of one measure, or of rows that must or must not exist. */
  inside?: boolean;
  text: string;
}

/** Days a date column is restricted to: from the first, before the last; null: open. */
export interface PeriodFact extends Placed {
  column: string;
  /** Of rows that must or must not exist. */
  inside?: boolean;
  from: string | null;
  before: string | null;
}

/** What a query does, read from its tree at every depth. Two queries of one meaning may still differ here. */
export interface SqlFacts {
  tables: string[];
  measures: MeasureFact[];
  groups: GroupFact[];
  conditions: ConditionFact[];
  periods: PeriodFact[];
  /** Tables whose rows must exist (`true`) or must not exist (`false`). */
  exists: { tables: string[]; holds: boolean; conditions: ConditionFact[]; periods: PeriodFact[] }[];
  joins: string[];
  /** Of the whole result. */
  order: { text: string; direction: 'asc' | 'desc' }[];
  limit: number | null;
  distinct: boolean;
  shown: string[];
}

/** What facts are read against: tables, their columns, and which column points to which table. */
export interface FactsSchema {
  tables: readonly { name: string; columns: readonly string[]; references: readonly { column: string; table: string }[] }[];
}
