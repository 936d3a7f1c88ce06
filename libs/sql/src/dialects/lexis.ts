/** Lexical rules that differ between engines. A flag says what the engine's own lexer does; absent means no. */
export interface Lexis {
  /** `$$…$$` and `$tag$…$tag$` are strings (PostgreSQL). */
  dollarStrings: boolean;
  /** `E'…'` with backslash escapes (PostgreSQL). */
  escapeStrings: boolean;
  /** `'it\'s'`: a backslash takes the next character along in every string (MySQL, MariaDB). */
  backslashStrings?: boolean;
  /** `"…"` is a string, not a name (MySQL, MariaDB). */
  doubleQuotedStrings?: boolean;
  /** `'a' 'b'` is one string (MySQL, MariaDB). */
  joinedStrings?: boolean;
  /** `` `name` `` (MySQL, MariaDB). */
  backtickNames?: boolean;
  /** `[name]` (SQL Server). */
  bracketNames?: boolean;
  /** `N'…'` is a string like any other (SQL Server, Oracle, MySQL, HANA). */
  nationalStrings?: boolean;
  /** `q'[…]'` with a delimiter of the writer's choice (Oracle). */
  delimitedStrings?: boolean;
  /** `# …` is a comment to the end of the line (MySQL, MariaDB). */
  hashComments?: boolean;
  /** `--` begins a comment only before a blank; `1--1` is a sum (MySQL, MariaDB). */
  dashesNeedBlank?: boolean;
  /** A word may begin with digits: `3d_models` (MySQL, MariaDB). */
  digitWords?: boolean;
  /** `X'01AF'` is a string of bytes (MySQL, MariaDB, HANA). */
  hexStrings?: boolean;
  /** `0x01AF` is a string of bytes (SQL Server), or a number where one is meant (MySQL, MariaDB). */
  hexNumbers?: boolean;
  /** `JSON_OBJECT('a': b)`: a colon there is no parameter (SQL Server, Oracle). */
  jsonColons?: boolean;
  /** A name may have # in it, behind its first letter (Oracle). */
  hashInNames?: boolean;
  /** `?` is an operator (JSON in PostgreSQL); elsewhere it stands for a parameter. */
  questionOperator?: boolean;
}
