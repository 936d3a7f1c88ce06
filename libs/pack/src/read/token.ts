import type { Grain } from '@countersign/contracts';
import type { CompareOp, Lex } from '../text/lex.js';
import type { Item } from '../text/segment.js';

/** Parts of a date that were said; what is missing is filled from neighbours or from today. */
export interface DateParts {
  year?: number;
  half?: number;
  quarter?: number;
  month?: number;
  day?: number;
  fiscal?: boolean;
  /** Term of the academic calendar. */
  term?: string;
  /** The year is an academic one. */
  academic?: boolean;
}

/** Days, half-open; null is open. `said` keeps the parts for words that lean on a neighbour ("Q1 2025 vs 2024"). */
export interface DateRange {
  from: string | null;
  to: string | null;
  said: DateParts;
  /** Width of what was said. */
  unit: Grain | 'half' | 'term' | 'span';
  assumed: boolean;
  /** Set for "last n units": the width, so that "this month included" can move it. */
  rolling?: { count: number; unit: Grain };
  /** "as of …": the day after the one a balance is wanted on; of what happens, it says since when. */
  asOf?: string;
  /** Only that day was meant: what happens, rather than is there, has no such figure. */
  endOf?: boolean;
}

/** What readers make of runs of items. `currency`: the codes that the money said may be in. */
export type Reading =
  | { t: 'amount'; value: string; percent: boolean; currency?: readonly string[]; counter: boolean }
  | { t: 'threshold'; op: CompareOp; value: string; upper?: string; percent: boolean; currency?: readonly string[]; counter: boolean; price?: boolean }
  | { t: 'period'; range: DateRange };

/** A stretch of the question on its way to a meaning. `used`: a decision rests on it. */
export interface Token {
  lex: Lex | Reading;
  others: Lex[];
  start: number;
  end: number;
  text: string;
  used: boolean;
  grouped: boolean;
}

export const tokenOf = (item: Item): Token => ({ lex: item.lex, others: item.others, start: item.start, end: item.end, text: item.text, used: false, grouped: false });

/** One token over tokens [from, to). */
export function joined(tokens: Token[], from: number, to: number, lex: Token['lex'], question: string): Token {
  const start = tokens[from]!.start;
  const end = tokens[to - 1]!.end;
  return { lex, others: [], start, end, text: question.slice(start, end), used: false, grouped: false };
}

/** Carries no meaning by itself. */
export const isQuiet = (token: Token | undefined): boolean => token !== undefined && (token.lex.t === 'particle' || token.lex.t === 'filler' || token.lex.t === 'punctuation');

/** Written in Hangul: operators look the other way. */
export const isHangul = (text: string): boolean => /[\uac00-\ud7a3]/.test(text);
