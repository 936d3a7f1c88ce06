/** Lexical rules that differ between engines. A flag says what the engine's own lexer does. */
export interface Lexis {
  /** `$$…$$` and `$tag$…$tag$` are strings (PostgreSQL). */
  dollarStrings: boolean;
  /** `E'…'` with backslash escapes (PostgreSQL). */
  escapeStrings: boolean;
}
