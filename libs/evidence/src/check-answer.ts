import type { Cell, Claim, Interpretation, ResultColumn } from '@countersign/contracts';
import { capital, nameOf } from './columns.js';
import { Exact } from './exact.js';
import { findFigures, type Figure } from './find-figures.js';
import { keyText } from './key-text.js';
import { allowedPrefixes } from './conditions-prefix.js';
import { recompute, type Table } from './recompute.js';
import { SILENT } from './units.js';

export interface CheckedFigure {
  text: string;
  span: { start: number; end: number };
  status: 'grounded' | 'ungrounded';
  /** Why not: nothing claims it, the claim does not hold, or the text says something else than the claim. */
  reason?: 'unclaimed' | 'not-recomputed' | 'differs';
}

export interface CheckResult {
  verdict: 'grounded' | 'ungrounded' | 'no_figures';
  /** Every figure found in the text, in order, and every claim that matches no figure. */
  figures: CheckedFigure[];
  /** The claims with their status as found. */
  claims: Claim[];
}

export interface CheckContext {
  /** Rows of the whole result when `rows` is only its beginning. */
  rowCount?: number;
  /** Lets the text begin with the conditions it was computed under: period, filters. */
  interpretation?: Interpretation;
}

/**
 * Checks an answer's text against the returned cells. Figures are found anew in the text, by a reader that knows nothing of
 * the claims; each must lie in a claim that recomputes exactly and reads the same, or in the name of the column the next claim
 * is on. One that does not makes the answer ungrounded.
 *
 * @param rows cells as returned, exact text; claims refer to them by index
 * @example checkAnswer('Revenue came to $1,234.50.', [claim], columns, [['1234.5']]).verdict // 'grounded'
 */
export function checkAnswer(text: string, claims: readonly Claim[], columns: readonly ResultColumn[], rows: readonly Cell[][], context: CheckContext = {}): CheckResult {
  const table: Table = { columns, rows, rowCount: context.rowCount ?? rows.length };
  const prefixes = context.interpretation ? allowedPrefixes(context.interpretation) : [];
  const body = prefixes.find((prefix) => text.startsWith(prefix))?.length ?? 0;
  const figures = findFigures(text.slice(body)).map((figure) => ({ ...figure, span: { start: figure.span.start + body, end: figure.span.end + body } }));
  const checked = claims.map((claim) => checkClaim(text, claim, figures, table));
  const seen = figures.map((figure) => (isNamed(figure, text, claims, table) ? { text: figure.text, span: figure.span, status: 'grounded' as const } : checkFigure(figure, claims, checked)));
  const silent = claims.flatMap((claim, i) => (checked[i] === undefined || figures.some((figure) => overlaps(figure, claim)) ? [] : [asFigure(claim, checked[i])]));
  const all = [...seen, ...silent];
  return {
    verdict: all.some(({ status }) => status === 'ungrounded') ? 'ungrounded' : all.length + claims.length === 0 ? 'no_figures' : 'grounded',
    figures: all,
    claims: claims.map((claim, i) => ({ ...claim, status: checked[i] === undefined ? 'grounded' : 'ungrounded' })),
  };
}

type Failure = NonNullable<CheckedFigure['reason']>;

/** undefined: the claim holds and its text says so. */
function checkClaim(text: string, claim: Claim, figures: readonly Figure[], table: Table): Failure | undefined {
  if (text.slice(claim.span.start, claim.span.end) !== claim.text || claim.text === '') return 'differs';
  if (isKey(claim, table)) return checkKey(claim, table);
  const recomputed = recompute(claim, table);
  if (!recomputed) return 'not-recomputed';
  if (!sameValue(claim.value, recomputed.value) || claim.unit !== recomputed.unit) return 'differs';
  const figure = figures.find(({ span }) => span.start === claim.span.start && span.end <= claim.span.end);
  if (!figure?.value || claim.text.slice(figure.text.length) !== unitTail(claim.unit, figure)) return 'differs';
  return readsAs(figure, claim, recomputed.value) ? undefined : 'differs';
}

/** Does the figure, as a reader takes it, say this value at the scale it shows? */
function readsAs(figure: Figure, claim: Claim, value: Exact): boolean {
  if (figure.scale !== claim.scale || figure.exponent !== claim.exponent) return false;
  if (figure.unit !== undefined ? figure.unit !== claim.unit : claim.unit === 'percent') return false;
  const shown = value.div(new Exact(10).pow(claim.exponent)).toDecimalPlaces(claim.scale, Exact.ROUND_HALF_UP);
  return figure.value?.eq(shown.times(new Exact(10).pow(claim.exponent))) ?? false;
}

/** What may follow the number within its claim: the unit's own name, where the unit has no sign. */
function unitTail(unit: string | undefined, figure: Figure): string {
  return figure.unit !== undefined || SILENT.includes(unit) ? '' : ` ${unit}`;
}

/** A claim on the name of a row, not on a quantity. */
function isKey({ operation, operands }: Claim, { columns }: Table): boolean {
  const role = operation === 'cell' && operands.length === 1 ? columns[operands[0]?.column ?? -1]?.role : undefined;
  return role === 'dimension' || role === 'label';
}

function checkKey({ text, value, operands }: Claim, { columns, rows }: Table): Failure | undefined {
  const [at] = operands;
  const cell = at && rows[at.row]?.[at.column];
  if (!at || cell === undefined || cell === null) return 'not-recomputed';
  const column = columns[at.column];
  return cell === value && (text === keyText(cell, column, 'en') || text === keyText(cell, column, 'ko')) ? undefined : 'differs';
}

/**
 * Is the figure part of a column's name ("net revenue 2025") that stands before a claim on that very column? A name of
 * digits alone is never taken for a name.
 */
function isNamed({ span }: Figure, text: string, claims: readonly Claim[], table: Table): boolean {
  const next = [...claims].sort((a, b) => a.span.start - b.span.start).find((claim) => claim.span.start >= span.end && claim.operands.length > 0 && !isKey(claim, table));
  const name = nameOf(table.columns[next?.operands[0]?.column ?? -1]);
  if (!next || !/\p{L}/u.test(name)) return false;
  return [name, capital(name)].some((written) => {
    const at = text.lastIndexOf(written, span.start);
    return at !== -1 && span.end <= at + written.length && at + written.length <= next.span.start;
  });
}

function checkFigure(figure: Figure, claims: readonly Claim[], checked: readonly (Failure | undefined)[]): CheckedFigure {
  const { text, span } = figure;
  const covering = claims.findIndex((claim) => claim.span.start <= span.start && span.end <= claim.span.end);
  const reason = covering === -1 ? 'unclaimed' : checked[covering];
  return { text, span, status: reason === undefined ? 'grounded' : 'ungrounded', ...(reason ? { reason } : {}) };
}

function asFigure({ text, span }: Claim, reason: Failure | undefined): CheckedFigure {
  return { text, span, status: 'ungrounded', ...(reason ? { reason } : {}) };
}

function overlaps({ span }: Figure, claim: Claim): boolean {
  return span.start < claim.span.end && claim.span.start < span.end;
}

function sameValue(claimed: string, value: Exact): boolean {
  return claimed === value.toFixed();
}
