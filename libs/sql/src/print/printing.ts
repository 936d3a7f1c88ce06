import type { DialectRules } from '../dialects/dialect.js';
import { POSTGRES_SYNTAX, type Syntax } from '../dialects/syntax.js';

/** What every printing function gets: the engine's rules and how far the current query is indented. */
export interface Printing {
  rules: DialectRules;
  indent: string;
  /** For a reader that lacks some of the engine's words: they are said as a call with the same arguments. */
  plainly?: true;
}

export const syntaxOf = (p: Printing): Syntax => p.rules.syntax ?? POSTGRES_SYNTAX;

export const deeper = (p: Printing): Printing => ({ ...p, indent: `${p.indent}  ` });

export const names = (p: Printing, list: readonly string[]): string => list.map((n) => p.rules.quoteName(n)).join(', ');

export const qualified = (p: Printing, parts: readonly string[]): string => parts.map((n) => p.rules.quoteName(n)).join('.');
