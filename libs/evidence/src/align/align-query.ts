import type { SqlFacts } from '@countersign/contracts';
import { askedColumns } from './asked-columns.js';
import { compareQueries, type ComparedQueries } from './compare-queries.js';
import { explain, type AlignmentFinding } from './explain.js';
import { findingText } from './finding-words.js';

export interface AlignInput extends ComparedQueries {
  /** What is read in both queries, in standard names. */
  facts: { planned: SqlFacts; given: SqlFacts };
  /** Column behind a dimension or filter of the interpretation: 'table.column'. */
  columnOf: (ref: string) => string | undefined;
}

export interface Alignment {
  aligned: boolean;
  /** 1: the same on all data it was tried on. */
  score: number;
  findings: AlignmentFinding[];
}

/**
 * Does this query answer this question? The query the question is planned to and the given one are run on made-up rows that
 * tell queries apart. Where they say the same every time, the given query answers the question in whatever shape it is written;
 * where they don't, what is read in both says why. No model, no data source.
 *
 * @example alignQuery({ … }) // { aligned: false, score: 0.25, findings: [{ rule: 'period', message: 'The question is about 2025-01-01 – 2026-01-01; …' }] }
 */
export function alignQuery(input: AlignInput): Alignment {
  const { interpretation, planned, schema, facts, columnOf } = input;
  const comparison = compareQueries(input);
  if (comparison.outcome === 'same') return { aligned: true, score: 1, findings: [] };
  if (comparison.outcome === 'unknown') {
    return { aligned: false, score: 0, findings: [{ rule: 'cannot-follow', message: findingText('cannot-follow', interpretation.locale, { what: comparison.what }) }] };
  }
  const findings = explain(comparison.difference, { interpretation, planned: facts.planned, given: facts.given, schema, columnOf, asked: askedColumns(interpretation, planned.columns) });
  return { aligned: false, score: Math.max(0, Math.round((0.5 - 0.125 * (findings.length - 1)) * 1000) / 1000), findings };
}
