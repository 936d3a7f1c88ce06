import type { GateInput, Query } from '@countersign/contracts';
import { isFilledIn, rulesOf } from '../dialects/rules-of.js';
import { lexerGate, type LexedText } from '../lex/lexer-gate.js';
import { INPUT_CAPS, type TextCaps } from '../limits.js';
import { placeOf } from '../place.js';
import { attempt, refuse } from '../refusal.js';
import { reading } from './postgres/context.js';
import { statementOf } from './postgres/query.js';
import { BrokenParser } from './broken-parser.js';
import { withoutFences } from './fences.js';
import { nameSubqueries } from './name-subqueries.js';
import { parsers } from './parsers.js';
import { grammarOf } from './polyglot/grammars.js';
import { readWithPolyglot } from './polyglot/read.js';
import type { Place } from '@countersign/contracts';
import type { RuleCode } from '../rule-codes.js';

export type ReadResult = { ok: true; query: Query } | { ok: false; rule: RuleCode; message: string; at?: Place };

/**
 * Reads a text into the closed tree: lexer gate, the dialect's grammar, conversion. Names and functions are not looked
 * up yet. Nothing is thrown for any text.
 *
 * @throws TypeError before `loadParsers()`.
 * @example readQuery('SELECT 1; DROP TABLE t', 'canonical') // { ok: false, rule: 'multiple-statements', … }
 */
export function readQuery(sql: string, from: GateInput['from']): ReadResult {
  const result = attempt(() => readText(withoutFences(sql), from, INPUT_CAPS).query);
  if (result.ok) return { ok: true, query: result.value };
  const { rule, message, at } = result.refusal;
  return { ok: false, rule, message, ...(at === undefined ? {} : { at: placeOf(sql, at) }) };
}

/** Like {@link readQuery}, within other caps, and throwing `Refused`. */
export function readText(sql: string, from: GateInput['from'], caps: TextCaps): { query: Query; lexed: LexedText } {
  const dialect = from === 'canonical' ? 'postgres' : from;
  if (!isFilledIn(dialect)) refuse('dialect-unsupported', `queries can't be read from ${dialect} yet`);
  const lexed = lexerGate(sql, rulesOf(dialect).lexis, caps);
  const grammar = grammarOf(dialect);
  if (grammar) return { query: nameSubqueries(readWithPolyglot(sql, lexed, rulesOf(dialect).lexis, grammar)), lexed };
  const ctx = reading(sql);
  const statements = parse(sql, lexed, ctx.at);
  const first = statements[0]?.stmt;
  if (statements.length > 1) refuse('multiple-statements', 'only one statement may be sent');
  if (!first) refuse('empty', 'there is no statement');
  return { query: nameSubqueries(statementOf(ctx, first)), lexed };
}

function parse(sql: string, lexed: LexedText, at: (location: number) => number | undefined): { stmt?: Parameters<typeof statementOf>[1] }[] {
  try {
    return parsers().postgres(sql).stmts ?? [];
  } catch (error) {
    const details = (error as { sqlDetails?: { message: string; cursorPosition: number } }).sqlDetails;
    if (!details) throw error instanceof TypeError ? error : new BrokenParser('the reader broke', { cause: error });
    const place = at(details.cursorPosition);
    const placeholder = lexed.tokens.find((t) => t.type === 'symbol' && (sql[t.start] === '?' || (sql[t.start] === '<' && /^<\w+>/.test(sql.slice(t.start)))));
    if (placeholder) refuse('placeholder', 'an unresolved placeholder', placeholder.start);
    const strange = lexed.tokens.find((t) => t.type === 'symbol' && NOT_HERE[sql[t.start]!]);
    if (strange) refuse('unparseable', NOT_HERE[sql[strange.start]!]!, strange.start);
    return refuse('unparseable', details.message, place);
  }
}

/** What other languages have, said better than by "syntax error at or near". */
const NOT_HERE: Readonly<Record<string, string>> = {
  '`': 'names are quoted like "this" here, not like `this`',
  '\\': 'a backslash outside quotes (\\_ is Markdown: write _)',
};
