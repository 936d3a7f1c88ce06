import type { RowsAsDocument } from '@countersign/contracts';
import type { Lexis } from '../../dialects/lexis.js';
import { valueOf } from '../../lex/decode.js';
import type { Token } from '../../lex/tokens.js';
import { refuse } from '../../refusal.js';

/** A FOR XML or FOR JSON of the text: what it says, where it stands, and the token behind it. */
export interface WrittenDocument {
  document: RowsAsDocument;
  at: number;
  end: number;
}

type Option = RowsAsDocument['options'][number];
const MODES: ReadonlySet<string> = new Set(['raw', 'auto', 'path', 'explicit']);
const OPTIONS: Readonly<Record<RowsAsDocument['language'], readonly string[]>> = {
  xml: ['type', 'binary base64', 'elements', 'elements xsinil', 'elements absent'] satisfies Option[],
  json: ['include_null_values', 'without_array_wrapper'] satisfies Option[],
};

/**
 * Reads `FOR XML PATH('x'), ROOT('r'), TYPE` and its kind (Transact-SQL, "FOR clause"), which the parser has no words for.
 * A schema in front of the rows (XMLDATA, XMLSCHEMA) tells about more than the rows, and is refused.
 */
export function documentAt(sql: string, tokens: readonly Token[], start: number, lexis: Lexis): WrittenDocument | undefined {
  const word = (i: number): string => {
    const token = tokens[i];
    return token && (token.type === 'word' || token.type === 'symbol') ? sql.slice(token.start, token.end).toLowerCase() : '';
  };
  const language = word(start + 1);
  if (word(start) !== 'for' || (language !== 'xml' && language !== 'json')) return undefined;
  const { start: at } = tokens[start]!;
  const no = (): never => refuse('forbidden-node', `this form of FOR ${language.toUpperCase()} is not allowed`, at);
  let here = start + 2;
  /** `('name')`, or nothing. */
  const named = (): string | undefined => {
    if (word(here) !== '(') return undefined;
    const name = tokens[here + 1]?.type === 'string' && word(here + 2) === ')' ? valueOf(sql, tokens[here + 1]!, lexis) : no();
    here += 3;
    return name;
  };
  const mode = word(here++);
  if (!MODES.has(mode) || (language === 'json' && mode !== 'auto' && mode !== 'path')) return no();
  const element = language === 'xml' && (mode === 'raw' || mode === 'path') ? named() : undefined;
  const document: RowsAsDocument = { language, mode: mode as RowsAsDocument['mode'], ...(element === undefined ? {} : { element }), options: [] };
  while (word(here) === ',') {
    here++;
    if (word(here) === 'root' && document.root === undefined) {
      here++;
      document.root = named() ?? '';
      continue;
    }
    const two = `${word(here)} ${word(here + 1)}`;
    const option = OPTIONS[language].find((o) => o === two) ?? OPTIONS[language].find((o) => o === word(here)) ?? no();
    if (document.options.includes(option as Option)) no();
    document.options.push(option as Option);
    here += option.split(' ').length;
  }
  return { document, at, end: here };
}
