import type { Query } from '@countersign/contracts';
import type { Lexis } from '../../dialects/lexis.js';
import type { LexedText } from '../../lex/lexer-gate.js';
import type { Token } from '../../lex/tokens.js';
import { refuse } from '../../refusal.js';
import { parsers } from '../parsers.js';
import { everythingUsed, reading } from './context.js';
import type { Grammar } from './grammar.js';
import { leaveOut } from './left-out.js';
import { statementOf } from './query.js';
import { respell, type Respelled } from './respell.js';
import { refuseMisplaced } from './word-places.js';

/** Reads a text of an engine that has no parser of its own here, in the engine's meaning. */
export function readWithPolyglot(sql: string, lexed: LexedText, lexis: Lexis, grammar: Grammar): Query {
  refuseCommands(sql, lexed);
  refuseMisplaced(sql, lexed.tokens);
  const respelled = respell(sql, leaveOut(sql, lexed.tokens, grammar.asides), lexis, grammar);
  const statements = parse(respelled, grammar, sql);
  if (statements.length > 1) refuse('multiple-statements', 'only one statement may be sent');
  if (statements.length === 0) refuse('empty', 'there is no statement');
  const ctx = reading(respelled, grammar);
  const query = statementOf(ctx, statements[0]);
  everythingUsed(ctx);
  return query;
}

/** What begins like a command is named as one; INTO and locks are reserved words in every engine. */
function refuseCommands(sql: string, { tokens }: LexedText): void {
  const word = (i: number): string => (tokens[i]?.type === 'word' ? sql.slice(tokens[i]!.start, tokens[i]!.end).toLowerCase() : '');
  const first = tokens.findIndex((t) => !(t.type === 'symbol' && sql[t.start] === '('));
  const start = word(first);
  if (start !== 'select' && start !== 'with' && start !== 'values') refuse('not-select', `${start.toUpperCase() || 'this'} is not a read`, tokens[first]?.start);
  for (let i = 0; i < tokens.length; i++) {
    const here = word(i);
    // Behind LIMIT the parser leaves it out.
    if (here === 'ties' && word(i - 1) === 'with' && /[\d)]$|^rows?$/i.test(textAt(sql, tokens[i - 2]))) refuse('limit-not-literal', 'WITH TIES has no fixed number of rows', tokens[i]!.start);
    if (here === 'into') refuse('select-into', 'SELECT INTO writes a table, a file or a variable', tokens[i]!.start);
    if ((here === 'for' && /^(update|share)$/.test(word(i + 1))) || (here === 'lock' && word(i + 1) === 'in')) refuse('locking-clause', 'a locking clause (FOR UPDATE, LOCK IN SHARE MODE)', tokens[i]!.start);
  }
}

const textAt = (sql: string, token: Token | undefined): string => (token ? sql.slice(token.start, token.end) : '');

function parse(respelled: Respelled, grammar: Grammar, sql: string): unknown[] {
  const result = parsers().polyglot(respelled.text, grammar.parseAs);
  if (Array.isArray(result)) return result;
  const at = result.place === undefined ? undefined : respelled.originOf(result.place);
  const near = at === undefined ? '' : ` near ${sql.slice(at).split(/\s/)[0]!.slice(0, 40)}`;
  return refuse('unparseable', `syntax error${near}`, at);
}
