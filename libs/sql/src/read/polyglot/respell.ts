import type { Lexis } from '../../dialects/lexis.js';
import { valueOf } from '../../lex/decode.js';
import type { Token } from '../../lex/tokens.js';
import { own } from '../../own.js';
import { refuse } from '../../refusal.js';
import type { Grammar } from './grammar.js';
import { bracketsOf, pathsBehind, endangeredSubqueries, movableNots, type Brackets } from './brackets.js';
import { clausesOf, type Beside } from './clauses.js';
import { documentAt, type WrittenDocument } from './document.js';
import { BEFORE_BRACKET } from './words.js';

/** A piece of the text that stands in the respelled text under another name. */
export interface Piece {
  value: string;
  at: number;
  quoted: boolean;
  /** A literal that has a call for its stand-in. */
  literal?: true;
  /** What a call has beside its arguments. */
  beside?: Beside;
  /** The brackets it stands in; see `brackets.ts`. */
  path: string;
}

/**
 * The text as the parser gets it. Our lexer has decided what is a string, a name, a comment; so that the parser can't
 * decide otherwise, it sees numbered stand-ins for them (`'s3'`, `q5`), calls under numbered names (`f7_length`, which
 * keeps it from rewriting the functions it knows), one blank between tokens, and ASCII only.
 */
export interface Respelled {
  text: string;
  strings: ReadonlyMap<string, Piece>;
  names: ReadonlyMap<string, Piece>;
  calls: ReadonlyMap<string, Piece>;
  /** Words and numbers by where they begin in the respelled text. */
  words: ReadonlyMap<number, Piece>;
  numbers: readonly string[];
  /** Numbers that stand in the respelled text in another way, as they are written. */
  otherNumbers: ReadonlyMap<string, string>;
  /** FOR XML and FOR JSON, by the brackets they stand in. */
  documents: ReadonlyMap<string, WrittenDocument>;
  /** The SELECTs of the text, in order. */
  selects: readonly Piece[];
  /** Where the token at or before a place of the respelled text begins in the real one. */
  originOf(place: number): number | undefined;
}

/** What is no name inside the brackets of PIVOT and UNPIVOT. */
const PIVOT_WORDS: ReadonlySet<string> = new Set(['for', 'in', 'as', 'distinct', 'all', 'null', 'date', 'timestamp', 'any', 'select', 'from', 'where', 'case', 'when', 'then', 'else', 'end', 'and', 'or', 'not', 'is']);

const OPERATORS = ['<=>', '->>', '<=', '>=', '<>', '!=', '^=', '||', '&&', '<<', '>>', '->', '=>', '::', ':='];

export function respell(sql: string, tokens: readonly Token[], lexis: Lexis, grammar: Grammar): Respelled {
  const strings = new Map<string, Piece>();
  const names = new Map<string, Piece>();
  const calls = new Map<string, Piece>();
  const words = new Map<number, Piece>();
  const numbers: string[] = [];
  const otherNumbers = new Map<string, string>();
  const selects: Piece[] = [];
  const documents = new Map<string, WrittenDocument>();
  const brackets = bracketsOf(sql, tokens);
  const endangered = endangeredSubqueries(sql, tokens, brackets);
  const doubled = new Set(endangered.values());
  const movable = movableNots(sql, tokens, brackets);
  const negated = new Set(movable.values());
  const origins: [number, number][] = [];
  const { beside, instead } = clausesOf(sql, tokens, brackets, lexis, grammar);
  const letter = unusedLetters(sql);
  // Names in PIVOT come back without their places: they get stand-ins.
  const pivots = grammar.ownWords?.has('pivot') ? pathsBehind(sql, tokens, brackets, /^(?:un)?pivot$/) : [];
  const converts = new Converts(grammar.convertIsCast ? usingConverts(sql, tokens, brackets) : undefined);
  let text = '';
  const emit = (piece: string, at: number): void => {
    origins.push([text.length, at]);
    text += `${piece} `;
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const written = sql.slice(token.start, token.end);
    const at = token.start;
    const path = brackets.paths[i]!;
    const document = grammar.documents ? documentAt(sql, tokens, i, lexis) : undefined;
    if (document) {
      if (documents.has(path)) refuse('unparseable', 'FOR stands twice in one query', at);
      documents.set(path, document);
      i = document.end - 1;
      continue;
    }
    const other = instead.get(i);
    if (other !== undefined) {
      if (other) emit(other, at);
      continue;
    }
    if (movable.has(i)) continue;
    if (negated.has(i)) emit('NOT', at);
    if (token.type === 'number') {
      const next = tokens[i + 1];
      // 0x41, 1d: literals of other kinds, that the parser takes for a number and an alias.
      if (!lexis.digitWords && next?.type === 'word' && next.start === token.end) refuse('unparseable', 'a number runs into a word', at);
      const spelled = lexis.digitWords ? withPoint(sql, written) : written;
      numbers.push(written);
      otherNumbers.set(spelled, written);
      emit(spelled, at);
    } else if (token.type === 'symbol') {
      const operator = operatorAt(sql, tokens, i);
      if (endangered.has(i)) {
        const name = `${letter.call}${i}_`;
        calls.set(name, { value: '', at, quoted: false, path });
        emit(`${name} (`, at);
      } else if (doubled.has(i)) emit(')', at);
      i += operator.length - 1;
      emit(converts.symbol(operator) ?? grammar.operatorWords[operator] ?? operator, at);
    } else if (token.type === 'word' && own(grammar.otherWords, written.toLowerCase()) !== undefined) {
      emit(own(grammar.otherWords, written.toLowerCase())!, at);
    } else if (token.type === 'word') {
      const word = written.toLowerCase();
      const isCall = isOpening(sql, tokens[i + 1]) && !grammar.ownWords?.has(word) && !(grammar.typeFirst && opensConvert(sql, tokens, i)) && namesACall(sql, tokens, i, word);
      if (isCall && !converts.insideType()) {
        const name = `${letter.call}${i}_${/^[a-z_0-9$]+$/.test(word) ? word : ''}`;
        calls.set(name, { value: written, at, quoted: false, path, ...(beside.has(i) ? { beside: beside.get(i)! } : {}) });
        emit(name, at);
      } else if (/^[\x21-\x7e]+$/.test(written) && !written.includes('#') && !(pivots.some((p) => path.startsWith(p)) && !PIVOT_WORDS.has(word))) {
        const piece = { value: written, at, quoted: false, path };
        words.set(text.length, piece);
        if (word === 'select') selects.push(piece);
        emit(converts.word(word, i) ?? written, at);
      } else {
        const name = `${letter.name}${i}`;
        names.set(name, { value: written, at, quoted: false, path });
        emit(name, at);
      }
    } else if (token.type === 'hex') {
      // A call of what makes bytes, with the digits for its argument.
      const [name, digits] = [`${letter.call}${i}_`, `${letter.string}${i}`];
      calls.set(name, { value: lexis.hexStrings && /^0x/.test(written) ? 'hex_number' : 'hex_literal', at, quoted: false, literal: true, path });
      strings.set(digits, { value: valueOf(sql, token, lexis), at, quoted: true, path });
      emit(`${name} ( '${digits}' )`, at);
    } else if (token.type === 'quoted') {
      const name = `${letter.name}${i}`;
      names.set(name, { value: valueOf(sql, token, lexis), at, quoted: true, path });
      emit(name, at);
    } else {
      // The parser puts them together as MySQL does; SQL Server calls the first by the second, and others read neither.
      if (!lexis.joinedStrings && /string$/.test(tokens[i - 1]?.type ?? '')) refuse('unparseable', 'two strings side by side', at);
      const name = `${letter.string}${i}`;
      let value = valueOf(sql, token, lexis);
      while (lexis.joinedStrings && tokens[i + 1]?.type === 'string') value += valueOf(sql, tokens[++i]!, lexis);
      strings.set(name, { value, at, quoted: true, path });
      emit(`'${name}'`, at);
    }
  }
  const originOf = (place: number): number | undefined => origins.findLast(([start]) => start <= place)?.[1];
  return { text, strings, names, calls, words, numbers, otherNumbers, documents, selects, originOf };
}

/** Beginnings of stand-ins that no word of the text has. */
function unusedLetters(sql: string): { string: string; name: string; call: string } {
  const unused = (letter: string): string => {
    let prefix = letter;
    while (new RegExp(`\\b${prefix}\\d`, 'i').test(sql)) prefix += letter;
    return prefix;
  };
  return { string: unused('s'), name: unused('q'), call: unused('f') };
}

/** `2E-3` is a word and a number to the parser where words may begin with digits: it gets `2.0E-3`, with as many zeros as no number of the text has. */
function withPoint(sql: string, written: string): string {
  const [, whole, exponent] = /^(\d+)(e[+-]\d+)$/i.exec(written) ?? [];
  if (whole === undefined || exponent === undefined) return written;
  let zeros = '0';
  while (sql.includes(`${whole}.${zeros}${exponent}`)) zeros += '0';
  return `${whole}.${zeros}${exponent}`;
}

function operatorAt(sql: string, tokens: readonly Token[], i: number): string {
  const start = tokens[i]!.start;
  const glued = (length: number): boolean => Array.from({ length }, (_, n) => n).every((n) => tokens[i + n]?.type === 'symbol' && tokens[i + n]!.start === start + n);
  return OPERATORS.find((op) => sql.startsWith(op, start) && glued(op.length)) ?? sql[start]!;
}

const isOpening = (sql: string, token: Token | undefined): boolean => token?.type === 'symbol' && sql[token.start] === '(';

/** The type in CONVERT(varchar(10), x). */
function opensConvert(sql: string, tokens: readonly Token[], i: number): boolean {
  const [convert, bracket] = [tokens[i - 2], tokens[i - 1]];
  return isOpening(sql, bracket) && convert !== undefined && /^(try_)?convert$/i.test(sql.slice(convert.start, convert.end));
}

function namesACall(sql: string, tokens: readonly Token[], i: number, word: string): boolean {
  if (BEFORE_BRACKET.has(word)) return false;
  const before = tokens[i - 1];
  if (!before) return false;
  const text = sql.slice(before.start, before.end).toLowerCase();
  // A type in CAST(… AS type(n)), a method of a package, a column list.
  if (text === 'as' || text === '.') return false;

  // Infix MOD; a call of MOD stands where an operand begins.
  if (word === 'mod') return (before.type === 'symbol' && text !== ')') || (before.type === 'word' && BEFORE_BRACKET.has(text));
  return true;
}

/** The CONVERTs of the text with USING and no comma: these name a character set, and the parser can read them. */
function usingConverts(sql: string, tokens: readonly Token[], { paths, closing }: Brackets): ReadonlySet<number> {
  const using = new Set<string>();
  tokens.forEach((token, i) => {
    if (token.type === 'word' && sql.slice(token.start, token.end).toLowerCase() === 'using') using.add(paths[i]!);
  });
  return new Set([...closing.keys()].filter((open) => using.has(`${paths[open]!}${open}.`)).map((open) => open - 1));
}

/** Follows the brackets of CONVERT(value, type), which the parser can only read as CAST(value AS type). */
class Converts {
  private readonly open: { convert: boolean; comma: boolean }[] = [];
  private pending = false;

  /** @param spared CONVERTs that are something else; nothing at all when CONVERT is no cast here. */
  constructor(private readonly spared: ReadonlySet<number> | undefined) {}

  word(word: string, i: number): string | undefined {
    this.pending = this.spared !== undefined && word === 'convert' && !this.spared.has(i);
    return this.pending ? 'CAST' : undefined;
  }

  symbol(symbol: string): string | undefined {
    const top = this.open.at(-1);
    if (symbol === '(') this.open.push({ convert: this.pending, comma: false });
    else if (symbol === ')') this.open.pop();
    this.pending = false;
    if (symbol !== ',' || !top?.convert || top.comma) return undefined;
    top.comma = true;
    return 'AS';
  }

  /** Behind the comma, where a type stands. */
  insideType(): boolean {
    return this.open.at(-1)?.comma ?? false;
  }
}
