import type { Expr, TableColumn } from '@countersign/contracts';
import { isClausePart, takesClause } from '../../dialects/clauses.js';
import type { Lexis } from '../../dialects/lexis.js';
import { valueOf } from '../../lex/decode.js';
import type { Token } from '../../lex/tokens.js';
import type { Brackets } from './brackets.js';
import type { Grammar } from './grammar.js';
import { tableColumnsAt } from './table-columns.js';

/** What a call has inside its brackets or behind them beside arguments. */
export interface Beside {
  clause?: (string | Expr)[];
  keep?: 'first' | 'last';
  columns?: TableColumn[];
}

/** What the parser has no words for, by the token of the function's name; and the tokens that say it, with what stands there instead. */
export interface ReadClauses {
  beside: ReadonlyMap<number, Beside>;
  instead: ReadonlyMap<number, string>;
}

const FIRST = /^(?:returning|default|null|error|empty|true|false|unknown|absent|with|without|pretty|ascii|strict|format|on|passing)$/;
const JSON_PAIRS = /^json_object(?:agg)?$/;

/** Finds the clauses of all calls of a text. What is not positively known stays where it is, for the parser to refuse. */
export function clausesOf(sql: string, tokens: readonly Token[], brackets: Brackets, lexis: Lexis, grammar: Grammar): ReadClauses {
  const { paths, closing } = brackets;
  const { dialect, anyOfList, likeRegexpr } = grammar;
  const beside = new Map<number, Beside>();
  const instead = new Map<number, string>();
  const word = (i: number): string => {
    const token = tokens[i];
    return token && (token.type === 'word' || token.type === 'symbol') ? sql.slice(token.start, token.end).toLowerCase() : '';
  };
  for (const [open, close] of closing) {
    const name = tokens[open - 1]?.type === 'word' ? word(open - 1) : '';
    if (name === '') continue;
    const inside = `${paths[open]!}${open}.`;
    const table = grammar.tableFunctions?.has(name) ? tableColumnsAt({ sql, tokens, brackets, lexis, grammar }, name, open, close) : undefined;
    if (table) {
      beside.set(open - 1, { columns: table.columns });
      for (let j = table.start; j < table.end; j++) instead.set(j, '');
    }
    const takes = takesClause(dialect, name);
    for (let i = open + 1; takes && i < close; i++) {
      if (paths[i] !== inside || tokens[i]!.type !== 'word' || !FIRST.test(word(i)) || i === open + 1) continue;
      const clause = clauseAt(sql, tokens, i, close, lexis);
      if (!clause || beside.has(open - 1)) continue;
      // That a text is JSON is what these functions expect anyway.
      if (!(clause.parts.length === 1 && clause.parts[0] === 'FORMAT JSON' && /^json_(?:value|query|exists)$/.test(name))) beside.set(open - 1, { clause: clause.parts });
      for (let j = i; j < clause.end; j++) instead.set(j, '');
    }
    if (takes && JSON_PAIRS.test(name)) pairs(open, close, inside);
    keepBehind(open, close);
    if (grammar.ignoresNulls) nullsBehind(close);
    if (anyOfList) listBehind(open, name);
  }
  tokens.forEach((token, i) => {
    // The parser knows this operator by another name.
    if (likeRegexpr && token.type === 'word' && word(i) === 'like_regexpr') instead.set(i, 'RLIKE');
  });
  return { beside, instead };

  /** `KEY k VALUE v`, `k: v`, `k IS v`: pairs are arguments one after the other. */
  function pairs(open: number, close: number, inside: string): void {
    for (let i = open + 1; i < close; i++) {
      if (paths[i] !== inside || instead.has(i)) continue;
      const [before, after] = [word(i - 1), word(i + 1)];
      if (word(i) === 'key' && (i === open + 1 || before === ',') && after !== ',' && after !== ')') instead.set(i, '');
      else if (word(i) === ':' || (word(i) === 'value' && i > open + 1 && before !== ',' && before !== '.' && i + 1 < close && after !== ',' && after !== '.')) instead.set(i, ',');
    }
  }

  /** `= ANY (1, 2)` is IN, `<> ALL (1, 2)` is NOT IN. */
  function listBehind(open: number, name: string): void {
    if (!/^(?:any|some|all)$/.test(name) || /^(?:select|with|\()$/.test(word(open + 1))) return;
    const [one, two] = [word(open - 2), `${word(open - 3)}${word(open - 2)}`];
    const unequal = /^(?:<>|!=|\^=)$/.test(two);
    if (name === 'all' ? !unequal : one !== '=' || /^[<>!^]=$/.test(two)) return;
    instead.set(open - 2, '');
    if (name === 'all') instead.set(open - 3, '');
    instead.set(open - 1, name === 'all' ? 'NOT IN' : 'IN');
  }

  /** `last_value(a IGNORE NULLS)`: the parser knows the words behind the bracket. */
  function nullsBehind(close: number): void {
    if (word(close - 2) !== 'ignore' || word(close - 1) !== 'nulls') return;
    instead.set(close - 2, '');
    instead.set(close - 1, '');
    instead.set(close, ') IGNORE NULLS');
  }

  /** KEEP (DENSE_RANK FIRST ORDER BY …): the parser gets WITHIN GROUP (ORDER BY …). */
  function keepBehind(open: number, close: number): void {
    const which = word(close + 4);
    if (word(close + 1) !== 'keep' || word(close + 2) !== '(' || word(close + 3) !== 'dense_rank' || (which !== 'first' && which !== 'last') || word(close + 5) !== 'order') return;
    beside.set(open - 1, { ...beside.get(open - 1), keep: which });
    instead.set(close + 1, 'WITHIN GROUP');
    instead.set(close + 3, '');
    instead.set(close + 4, '');
  }
}

/** One clause from `start` on: up to the closing bracket, or a comma before more arguments. */
function clauseAt(sql: string, tokens: readonly Token[], start: number, close: number, lexis: Lexis): { parts: (string | Expr)[]; end: number } | undefined {
  const text = (i: number): string => sql.slice(tokens[i]!.start, tokens[i]!.end);
  const parts: (string | Expr)[] = [];
  let words = '';
  const flush = (): boolean => {
    const said = words.trim().replace(/ ?\( ?/g, '(').replace(/ ?\)/g, ')').replace(/ ?, ?/g, ', ');
    words = '';
    return said === '' || split(said, parts);
  };
  let i = start;
  for (; i < close; i++) {
    const token = tokens[i]!;
    if (token.type === 'string') {
      if (!flush()) return undefined;
      parts.push({ kind: 'string', value: valueOf(sql, token, lexis) });
    } else if (token.type === 'quoted') words += ` "${text(i).slice(1, -1)}"`;
    else if (token.type === 'number' && !/\( ?(?:\d+ ?,)?$/.test(words.trim())) {
      if (!flush()) return undefined;
      parts.push({ kind: 'number', text: text(i) });
    } else if (token.type === 'word' && /(?:^| )DEFAULT$/.test(words) && /^null$/i.test(text(i))) {
      if (!flush()) return undefined;
      parts.push({ kind: 'null' });
    } else if (token.type === 'symbol' && text(i) === ',' && !words.includes('(') && !parts.includes('PASSING') && !words.includes('PASSING')) break;
    else if (token.type === 'word' || token.type === 'number' || /^[(),]$/.test(text(i))) words += ` ${text(i).toUpperCase()}`;
    else return undefined;
  }
  return flush() && parts.length > 0 ? { parts, end: i } : undefined;
}

/** Cuts a run of words into the parts that are known, the longest first. */
function split(said: string, into: (string | Expr)[]): boolean {
  let rest = said;
  while (rest !== '') {
    const ends = [...rest.matchAll(/(?= |,)|$/g)].map((m) => m.index).reverse();
    const end = ends.find((e) => e > 0 && isClausePart(rest.slice(0, e))) ?? (rest.startsWith(',') ? 1 : 0);
    if (end === 0) return false;
    into.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return true;
}
