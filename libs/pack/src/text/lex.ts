import type { Grain } from '@countersign/contracts';

/** Where the words an operator works on stand: English mostly before its operand, Korean after. */
export type Side = 'next' | 'prev';
export type CompareOp = 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne';

/** What a stretch of words means, whatever the language. */
export type Lex =
  // of the pack
  | { t: 'metric' | 'entity' | 'dimension' | 'term' | 'column' | 'cue' | 'topic' | 'personal'; ref: string; surface: string }
  | { t: 'event'; ref: string; negated: boolean; surface: string }
  | { t: 'rank'; by: string; direction: 'asc' | 'desc'; surface: string }
  | { t: 'filter'; ref: string; negated: boolean; surface: string }
  | { t: 'value'; candidates: { dimension: string; value: string }[]; surface: string }
  // structure
  | { t: 'by'; side: Side; ratio?: boolean; /** A person is named with it: per head, 인당. */ person?: boolean; /** What is inside each of them makes a whole of its own: "within each channel". */ inside?: boolean }
  | { t: 'whole' | 'apart' | 'and' | 'or' | 'but' | 'both' | 'rel' | 'which' | 'list' | 'distinct' | 'name' | 'do' | 'do-not' | 'one-of' | 'trend' | 'within' | 'most' | /** Who asks or what for: "team", "meeting". */ 'venue' | /** A name follows. */ 'called' | /** What one does with money: "collected". */ 'taken-in' }
  | { t: 'not' | 'exclude' | 'have' | 'have-not' | 'minus'; side: Side }
  /** Known, and not answered: a statistic nobody declared, a time of day, what people did again. */
  | { t: 'unsupported'; why?: 'statistic' | 'hour' | 'repeated' }
  | { t: 'how-many' | 'how-much' }
  | { t: 'top'; direction: 'asc' | 'desc'; /** "best", "worst": which end that is depends on what is measured. */ quality?: boolean }
  | { t: 'much'; direction: 'asc' | 'desc' }
  | { t: 'sorted'; direction: 'asc' | 'desc'; by?: 'time' | 'name'; quality?: boolean }
  | { t: 'sort-by'; side: Side }
  | { t: 'compare-number'; op: CompareOp | 'between'; side: Side; /** It is what something costs: "cost more than". */ price?: boolean }
  | { t: 'once'; times: number }
  | { t: 'some' }
  | { t: 'counter' | 'percent' }
  | { t: 'currency'; /** ISO codes the word may stand for: a bare dollar is any. */ codes: readonly string[] }
  | { t: 'number'; value: number }
  | { t: 'multiplier'; value: number }
  | { t: 'date'; text: string }
  | { t: 'share' | 'compare' | 'cumulative' }
  | { t: 'change'; show: 'change' | 'change-percent' }
  | { t: 'versus'; side: Side; unit?: Grain; offset?: number; /** "the same month": what is set against its like. */ of?: Grain; show?: 'change-percent' }
  | { t: 'aggregate'; fn: 'avg' | 'min' | 'max' | 'sum' }
  // time
  | { t: 'unit'; unit: Grain; grouped?: boolean; /** "every month": of things that happened it may mean without exception. */ every?: boolean }
  | { t: 'month'; n: number }
  | { t: 'half'; n?: number }
  /** A week said by a day of it: any, its first or its last. */
  | { t: 'week-of'; edge?: 'starts' | 'ends' }
  /** Days of the week, Monday 1; `each`: the word may also name the breakdown by them. `one`: a single day may be meant. */
  | { t: 'weekday'; days: readonly number[]; each?: boolean; one?: boolean }
  /** A term of the pack's academic calendar: "spring". */
  | { t: 'academic-term'; id: string; surface: string }
  | { t: 'quarter-mark' | 'half-mark' | 'fiscal' | 'ago' | 'all-time' | 'ordinal-mark' }
  | { t: 'between'; /** Of what something costs. */ price?: boolean }
  | { t: 'ordinal'; n: number }
  | { t: 'relative'; unit: Grain; offset: number }
  | { t: 'shift'; offset: number; rolling?: boolean }
  | { t: 'to-date'; unit: Grain }
  | { t: 'since'; side: Side; asOf?: boolean; /** The last day of what is named, and no stretch: "at the end of March". */ end?: boolean }
  | { t: 'until' | 'before' | 'after'; side: Side }
  | { t: 'from' | 'to' }
  | { t: 'include-current'; value: boolean }
  // rest
  | { t: 'particle' | 'filler' | 'punctuation' | 'unknown' };

export type LexKind = Lex['t'];

/** Where an entry may match; absent: any place where words may begin and end. */
export type Bound = 'after-number' | /** After a number or its multiplier, as money is written: 5만 원. */ 'after-amount' | 'before-counter' | 'joined-counter' | 'suffix' | 'capitals' | 'shared-head';

export interface Entry {
  lex: Lex;
  bound?: Bound;
  /** `shared-head`: the word it shares with the next one ("gross and net revenue"). */
  head?: string;
}

/** One line of a lexicon: a meaning and its surfaces, parted by `|`. */
export type LexiconLine = [lex: Lex, surfaces: string, bound?: Bound];

export interface LanguageData {
  lines: LexiconLine[];
  /** Whole-question patterns. */
  injection: RegExp[];
  write: RegExp[];
  /** How a question begins that says first who asks, or what for. */
  preambles: RegExp[];
  /** Words that look like a person's name beside a word for people. */
  people: RegExp[];
}
