import type { Expr, Grain } from '@countersign/contracts';
import type { Bilingual, ColumnSource, PackSource } from './schema/pack-source.js';
import type { Lexicon } from './text/lexicon.js';

export interface ColumnDef extends Omit<ColumnSource, 'scored'> {
  id: string;
  entity: string;
  /** Not stored: what the text of another column is worth. */
  scored?: { from: string; scores: { value: string; score: string }[] };
}

/** A table, or one of the parts a table plays (then `table` names another entity). Each is a node of its own in every join. */
export interface EntityDef {
  id: string;
  table: string;
  label: Bilingual;
  description: Bilingual;
  grain: string[];
  /** entity.column that dates the rows. */
  time?: string;
  count?: string;
  dimension?: string;
  amount?: string;
  /** Rows hold for [from, to); at any day there is at most one of each `of`. */
  versions?: { of: string; from: string; to: string };
  /** Its rows may be shown one by one. */
  listed: boolean;
  columns: Map<string, ColumnDef>;
}

/** Many `from` rows to one `to` row, the one that holds at a day where `to` is kept in versions. */
export interface RelationshipDef {
  from: { entity: string; column: string };
  to: { entity: string; column: string };
  optional: boolean;
  at?: 'today' | { entity: string; column: string };
}

/** Rows of `entity` say how much of each `from` row belongs to each `to` row. */
export interface BridgeDef {
  entity: string;
  from: string;
  to: string;
  weight: Expr;
}

interface MetricText {
  id: string;
  label: Bilingual;
  definition: Bilingual;
  /** Empty when each row says its own: see `unitFrom`. */
  unit: string;
  /** Dimension that says the unit, and the metric that gives the figure in one unit. */
  unitFrom?: { dimension: string; converted?: string };
  private: boolean;
  lowerIsBetter?: boolean;
}

/** An aggregate over the rows of one entity. */
export interface AggregateMetric extends MetricText {
  kind: 'count' | 'sum' | 'distinct' | 'avg' | 'min' | 'max';
  of: string;
  /** What is aggregated; absent for count. */
  value?: Expr;
  /** Conditions on the rows, ids of filters. */
  where: string[];
  time?: string;
  /** Further dates a question may name instead of `time`. */
  times: string[];
  /** A period without the name of its date is asked about. */
  askTime: boolean;
  /** Dimensions that stand for others here: the term of a graduate is that of the graduation. */
  instead: Record<string, string>;
  /** Shown only where at least so many members of the entity are behind the figure. */
  smallGroup?: { of: string; least: number };
  /** Entity whose members are counted, for counts. */
  counts?: string;
  narrowed: Record<string, string>;
  inPeriod: string[];
  /** A state, not a flow: which balance of a period counts, for each combination of these columns. */
  balance?: { take: 'last' | 'first' | 'average'; each: string[] };
  gaps?: 'zero' | 'null';
  zeroWithoutRows?: boolean;
}
/** One metric over another. `percent`: times 100. */
export interface RatioMetric extends MetricText {
  kind: 'ratio';
  numerator: string;
  denominator: string;
  percent: boolean;
}
export interface DerivedMetric extends MetricText {
  kind: 'derived';
  /** Arithmetic over metrics: columns with an empty qualifier are metric ids. */
  formula: Expr;
}
export type MetricDef = AggregateMetric | RatioMetric | DerivedMetric;

/** A metric and what is asked of it over time; it has no place where a figure is wanted. */
export type SeriesDef = Omit<MetricText, 'unit' | 'unitFrom'> & { of: string } & ({ kind: 'cumulative'; reset: 'month' | 'quarter' | 'year' | 'never' } | { kind: 'period_over_period'; against: 'month' | 'quarter' | 'year'; show: 'change' | 'change-percent' | 'both' });

export interface DimensionDef {
  id: string;
  entity: string;
  column: string;
  show: { entity: string; column: string }[];
  values?: Map<string, Bilingual>;
  label: Bilingual;
  definition: Bilingual;
  hidden: boolean;
  /** How many real values may be looked up. */
  lookup?: number;
}

export interface FilterDef {
  id: string;
  /** Entity whose rows it tests. */
  entity: string;
  where: Expr;
  label: Bilingual;
  definition: Bilingual;
}

export interface EventDef {
  id: string;
  rows: Record<string, string>;
  metric: Record<string, string>;
  measure: Record<string, string>;
  time?: string;
}

export interface TermDef {
  id: string;
  means: string[];
  usual: string;
  fitsSubject: boolean;
}

export interface CalendarDef {
  timezone: string;
  weekStart: 'monday' | 'sunday' | 'saturday';
  /** Month the fiscal year begins with, 1–12. */
  fiscalMonth: number;
  academic?: AcademicDef;
}

/** A year of terms. Days are MM-DD; each term lasts until the next one begins. */
export interface AcademicDef {
  yearStart: string;
  terms: { id: string; from: string; regular: boolean }[];
  /** Dimension of one term; its words are the words for a term ("last semester"). */
  dimension: string;
  /** Dimension of the academic year; its words beside a year name that academic year. */
  yearDimension: string;
  /** "By year" may be by calendar or by academic year: ask. */
  askYear: boolean;
}

/**
 * A loaded pack: checked, every reference resolved, every word in the lexicon. Immutable. Made by `loadPack` only.
 */
export interface Pack {
  id: string;
  version: number;
  title: Bilingual;
  calendar: CalendarDef;
  starters: { en: string[]; ko: string[] };
  entities: Map<string, EntityDef>;
  relationships: RelationshipDef[];
  bridges: BridgeDef[];
  metrics: Map<string, MetricDef>;
  series: Map<string, SeriesDef>;
  per: string[];
  dimensions: Map<string, DimensionDef>;
  filters: Map<string, FilterDef>;
  terms: Map<string, TermDef>;
  events: Map<string, EventDef>;
  lexicon: Lexicon;
  source: PackSource;
}

/** Grain of a time dimension, as it appears in `BoundDimension.grain`. */
export type TimeGrain = Grain;
/** The reference of "each metric's own date" in dimensions. */
export const TIME = 'time';
/** The reference of the day of the week of each metric's own date, Monday 1, in dimensions and conditions. */
export const WEEKDAY = 'time.weekday';
