/**
 * Caps that hold before any parser sees a text. Some readers are exponential in nesting and some stay poisoned
 * after running out of stack, so these are safety limits, not tuning.
 */
export interface TextCaps {
  /** UTF-8 bytes. */
  bytes: number;
  tokens: number;
  /** Open brackets and CASEs at any point. */
  depth: number;
}

/** What someone else wrote. The longest of the TPC-DS queries has 7 KB, 1,200 tokens and depth 8. */
export const INPUT_CAPS: TextCaps = { bytes: 16_384, tokens: 2_000, depth: 12 };

/** What our printer made of it: qualified names, expanded stars and added brackets need more room. */
export const PRINTED_CAPS: TextCaps = { bytes: 131_072, tokens: 12_000, depth: 20 };

/** The vetoing reader is exponential in nesting (AND and OR in turns: four times the work a level) and slow on long text; beyond this it is not asked. */
export const VETO_CAPS: TextCaps = { bytes: 4_096, tokens: 400, depth: 4 };

/** Operators in a row, and all nesting together. The second reader's stack ends near 690, and it is unusable afterwards. */
export const MAX_CHAIN = 500;

/** Queries in one UNION, INTERSECT or EXCEPT chain. The second reader needs a millisecond for two. */
export const MAX_SET_OPERATIONS = 100;

/** Calls inside calls. The second reader doubles its work with each level. */
export const MAX_CALL_DEPTH = 10;

/**
 * NOT, casts and calls by words of the language (`substring(`) inside each other. Where the second reader meets what it does not know, it tries
 * each of them a second time, as a call: twice the work a level, 2 s at twelve.
 */
export const MAX_RETRIED_DEPTH = 6;

/** What all calls of a query may cost it together, a call at the top counting 1, one in it 2, one in that 4. */
export const MAX_CALL_WORK = 20_000;

/** Characters that one value may be made to have by what the query says. */
export const MAX_VALUE_SIZE = 1_000_000;

/** Rows of one series, and of all parts of a FROM that nothing ties together, multiplied. */
export const MAX_SERIES_ROWS = 1_000_000;

/** Rows of a series that nothing ties to a table by equality: each meets each of the table's. Hours of a year, days of 27 years. */
export const MAX_ROWS_BESIDE_TABLE = 10_000;

/** Characters of a JSON value that is to be indented: 2,500 brackets in each other become 25 million characters. */
export const MAX_INDENTED = 5_000;

/** 1000! has 2,568 digits. */
export const MAX_FACTORIAL = 1_000;

export const MAX_PATTERN_LENGTH = 1_000;

/** All `{n}` of a regular expression multiplied: `\d{4}-\d{2}-\d{2}` has 16. */
export const MAX_PATTERN_COUNTS = 100_000;

/** Steps of a recursion that reads no table. */
export const MAX_RECURSION = 100_000;

/** Steps of a recursion that walks over a table: each may find as many rows as all before. */
export const MAX_WALK = 100;

/** Characters that a recursion may grow a value to. */
export const MAX_GROWN_SIZE = 10_000;

/** Times that a regular expression repeats `.` or a class without bound, where each multiplies the ways to try. */
export const MAX_WIDE_REPEATS = 6;

/** How deep `**` in a path may look into a JSON document. */
export const MAX_JSON_DEPTH = 10;

/** Characters of all values that a query makes in one place, row by row. */
export const MAX_MADE_SIZE = 100_000_000;

/** Comparisons of characters that a function may need which looks for one text everywhere in another. */
export const MAX_TEXT_WORK = 1_000_000_000;

/** Ways to group in one query: CUBE of eight columns has 256. */
export const MAX_GROUPINGS = 256;

/** Columns of one SELECT, with what `*` stands for. PostgreSQL takes 1,664. */
export const MAX_SELECTED = 1_600;

/** Columns of all SELECTs of a statement. */
export const MAX_COLUMNS = 10_000;

/** Columns that all FROMs of a statement offer, whether they are used or not. */
export const MAX_COLUMNS_IN_SIGHT = 50_000;

/** Characters of a text that becomes a value which is expensive to read or to compare: a path, a query of the text search. */
export const MAX_PARSED_TEXT = 2_000;

/** Parts of one value compared with parts of another, in one call. */
export const MAX_PAIRS = 10_000_000;

/** Digits of one power, and of all powers of a query together. */
export const MAX_DIGITS = 1_000;
export const MAX_DIGITS_IN_ALL = 10_000;

/** Digits of what is multiplied, divided or handed to a function of numbers. */
export const MAX_FACTOR_DIGITS = 10_000;

/** Nodes of all select items that names and positions of GROUP BY, HAVING and ORDER BY stand for, each as often as it is named. */
export const MAX_MEANT = 4_000;

/** Metrics and filters that a query may name: each stands for a whole definition. */
export const MAX_NAMED = 40;
