import type { Expr, Pivot, RowsAsDocument, Unpivot } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { printCall, printExpr } from './expr.js';
import { names, type Printing } from './printing.js';

/** `PIVOT (sum("A") AS "X" FOR "M" IN (1 AS "J", 2 AS "F"))`, behind its source. */
export function printPivot(p: Printing, pivot: Pivot): string {
  const aggregates = pivot.aggregates.map(({ call, alias }) => `${printCall(p, call)}${named(p, alias)}`);
  return ` PIVOT (${aggregates.join(', ')} FOR ${several(p, pivot.columns)} IN (${pivot.values.map((v) => `${several(p, v.values)}${named(p, v.alias)}`).join(', ')}))`;
}

/** `UNPIVOT ("V" FOR "M" IN ("A" AS 'a', "B" AS 'b'))`, behind its source. */
export function printUnpivot(p: Printing, { values, names: [label, another], groups, includeNulls }: Unpivot): string {
  if (label === undefined || another !== undefined) return refuse('not-in-dialect', 'UNPIVOT takes one column for the names');
  const written = groups.map((g) => `${several(p, g.columns)}${g.labels ? ` AS ${several(p, g.labels)}` : ''}`);
  return ` UNPIVOT ${includeNulls ? 'INCLUDE NULLS ' : ''}(${values.length > 1 ? `(${names(p, values)})` : names(p, values)} FOR ${p.rules.quoteName(label)} IN (${written.join(', ')}))`;
}

const named = (p: Printing, alias: string | undefined): string => (alias === undefined ? '' : ` AS ${p.rules.quoteName(alias)}`);

const several = (p: Printing, list: readonly Expr[]): string => (list.length > 1 ? `(${list.map((e) => printExpr(p, e)).join(', ')})` : printExpr(p, list[0]!));

/** FOR XML and FOR JSON, behind everything else of the query. */
export function printDocument(p: Printing, { language, mode, element, root, options }: RowsAsDocument): string {
  if (p.rules.name !== 'tsql') refuse('not-in-dialect', `rows as ${language.toUpperCase()} can't be said in ${p.rules.name}`);
  const name = (text: string): string => ` (${p.rules.quoteString(text)})`;
  const first = `${mode.toUpperCase()}${element === undefined ? '' : name(element)}`;
  const rest = [...(root === undefined ? [] : [`ROOT${root === '' ? '' : name(root)}`]), ...options.map((o) => (p.plainly && o.startsWith('elements') ? 'ELEMENTS' : o.toUpperCase()))];
  return `FOR ${language.toUpperCase()} ${[first, ...rest].join(', ')}`;
}
