import type { Locale, QueryShape } from '@countersign/contracts';
import { CUES, type Cue } from './wording-cues.js';

export interface WordingFinding {
  cue: string;
  /** `missing`: asked for and not done; `unasked`: done and not asked for. */
  problem: 'missing' | 'unasked';
  /** How much it speaks against the query; 0: met as often in right ones. */
  cost: number;
}

export interface Wording {
  /** 1: nothing to object to. */
  value: number;
  findings: WordingFinding[];
}

/**
 * Does the shape of a query fit the words of the question? "how many" wants a count, "each" a group, "without" something left
 * out; a condition on a value that the question does not mention wants a reason. A hint, no proof: see `alignQuery`.
 *
 * @example judgeWording('How many singers are there?', 'en', queryShape(query)).findings // []
 */
export function judgeWording(question: string, locale: Locale, shape: QueryShape): Wording {
  const text = question.toLowerCase().normalize('NFC');
  const found = (cue: string, problem: WordingFinding['problem']): WordingFinding => ({ cue, problem, cost: COSTS[`${cue} ${problem}`] ?? 0 });
  const findings = CUES.flatMap((cue): WordingFinding[] => {
    const problem = problemOf(cue, text, locale, shape);
    return problem ? [found(cue.id, problem)] : [];
  });
  for (const problem of valueProblems(text, shape)) findings.push(found('value', problem));
  return { value: Math.exp(-findings.reduce((sum, { cost }) => sum + cost, 0)), findings };
}

function problemOf(cue: Cue, text: string, locale: Locale, shape: QueryShape): WordingFinding['problem'] | undefined {
  const said = cue.words[locale].test(text);
  const done = cue.done(shape);
  return said && !done ? 'missing' : !said && done ? 'unasked' : undefined;
}

/** Numbers that were asked about are in the query, and its values are in the question. */
function valueProblems(text: string, { values, limit }: QueryShape): WordingFinding['problem'][] {
  const asked = (text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)/g) ?? []).filter((number) => number !== '1');
  const has = (number: string): boolean => String(limit) === number || values.some((value) => value.includes(number));
  const plain = values.map((value) => value.replace(/%/g, '').trim().toLowerCase()).filter((value) => value !== '' && !/^[01]$/.test(value));
  return [
    ...(asked.every(has) ? [] : ['missing' as const]),
    ...(plain.every((value) => text.includes(value)) ? [] : ['unasked' as const]),
  ];
}

/**
 * How much each finding speaks against a query: what a regression on labelled queries found to count, rounded (DECISIONS.md).
 * Findings without a cost are met as often in right queries.
 */
const COSTS: Readonly<Record<string, number>> = {
  'having missing': 1.1, 'having unasked': 0.6, 'either missing': 0.4, 'either unasked': 1.1, 'extreme missing': 0.6, 'extreme unasked': 0.3, 'group unasked': 0.6,
  'ranked unasked': 0.7, 'sum unasked': 1.1, 'order missing': 0.3, 'order unasked': 0.3, 'count unasked': 0.3, 'less unasked': 0.4,
  'distinct missing': 0.2, 'distinct unasked': 0.2, 'negation missing': 0.2, 'negation unasked': 0.2, 'both missing': 0.4,
};
