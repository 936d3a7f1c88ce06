import type { TableColumn } from '@countersign/contracts';
import { isColumnType } from '../../dialects/clauses.js';
import type { Lexis } from '../../dialects/lexis.js';
import { valueOf } from '../../lex/decode.js';
import type { Token } from '../../lex/tokens.js';
import { refuse } from '../../refusal.js';
import type { Brackets } from './brackets.js';
import type { Grammar } from './grammar.js';

export interface WrittenColumns {
  columns: TableColumn[];
  /** The tokens that say so. */
  start: number;
  end: number;
}

/** A text in tokens, and how it is to be read. */
export interface Source {
  sql: string;
  tokens: readonly Token[];
  brackets: Brackets;
  lexis: Lexis;
  grammar: Grammar;
}

/** `COLUMNS (…)` inside JSON_TABLE, `WITH (…)` behind OPENJSON: what the parser has no words for. `open`, `close`: the function's brackets. */
export function tableColumnsAt({ sql, tokens, brackets: { closing, paths }, lexis, grammar }: Source, name: string, open: number, close: number): WrittenColumns | undefined {
  const word = (i: number): string => {
    const token = tokens[i];
    return token && (token.type === 'word' || token.type === 'symbol') ? sql.slice(token.start, token.end).toLowerCase() : '';
  };
  const start = name === 'openjson' ? close + 1 : tokens.findIndex((_, i) => i > open && i < close && word(i) === 'columns' && paths[i] === `${paths[open]!}${open}.`);
  if (start < 0 || word(start) !== (name === 'openjson' ? 'with' : 'columns') || word(start + 1) !== '(') return undefined;
  const end = closing.get(start + 1);
  if (end === undefined) return undefined;
  let here = start + 2;
  return { columns: columnsUpTo(end), start, end: end + 1 };

  function columnsUpTo(last: number): TableColumn[] {
    const columns: TableColumn[] = [];
    while (here < last) {
      columns.push(columnAt());
      if (here < last && word(here++) !== ',') no();
    }
    return columns;
  }

  function no(): never {
    return refuse('forbidden-node', `this column of ${name.toUpperCase()} is not allowed`, tokens[Math.min(here, tokens.length - 1)]?.start);
  }

  function columnAt(): TableColumn {
    const token = tokens[here++]!;
    if (token.type !== 'word' && token.type !== 'quoted') no();
    const column: TableColumn = { name: token.type === 'quoted' ? valueOf(sql, token, lexis) : grammar.fold(sql.slice(token.start, token.end)) };
    if (token.type === 'word' && word(here - 1) === 'nested') return nestedAt();
    if (word(here) === 'for' && word(here + 1) === 'ordinality') {
      here += 2;
      return { ...column, how: 'ordinality' };
    }
    const type = typeAt();
    if (type !== undefined) column.type = type;
    if (word(here) === 'exists') column.how = 'exists', here++;
    if (word(here) === 'format' && word(here + 1) === 'json') column.how = 'json', here += 2;
    if (word(here) === 'path') here++;
    if (tokens[here]?.type === 'string') column.path = valueOf(sql, tokens[here++]!, lexis);
    if (word(here) === 'as' && word(here + 1) === 'json') column.how = 'json', here += 2;
    while ((word(here) === 'null' || word(here) === 'error') && word(here + 1) === 'on') {
      const wanted = word(here) as 'null' | 'error';
      if (word(here + 2) === 'error') column.onError = wanted;
      else if (word(here + 2) === 'empty') column.onEmpty = wanted;
      else no();
      here += 3;
    }
    return column;
  }

  /** `NESTED [PATH] '$.items[*]' COLUMNS (…)` */
  function nestedAt(): TableColumn {
    if (name === 'openjson') no();
    if (word(here) === 'path') here++;
    const path = tokens[here]?.type === 'string' ? valueOf(sql, tokens[here++]!, lexis) : no();
    if (word(here++) !== 'columns' || word(here) !== '(') no();
    const last = closing.get(here++) ?? no();
    const nested = columnsUpTo(last);
    here = last + 1;
    return { name: '', path, nested };
  }

  function typeAt(): string | undefined {
    if (tokens[here]?.type !== 'word' || /^(?:exists|path|format)$/.test(word(here))) return undefined;
    let text = word(here++).toUpperCase();
    if (word(here) === 'precision' || word(here) === 'unsigned') text += ` ${word(here++).toUpperCase()}`;
    if (word(here) === '(') {
      const last = closing.get(here) ?? no();
      text += sql.slice(tokens[here]!.start, tokens[last]!.end).replace(/\s+/g, '').replace(',', ', ').toUpperCase();
      here = last + 1;
    }
    return isColumnType(text) ? text : no();
  }
}
