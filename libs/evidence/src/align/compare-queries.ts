import type { Interpretation, Query } from '@countersign/contracts';
import { askedColumns, type Asked, type PlannedColumn } from './asked-columns.js';
import { mentionsOf } from './mentions.js';
import { runQuery } from './run/run-query.js';
import { CannotFollow, Moment, momentOf } from './run/value.js';
import { differenceOf, type Difference } from './same-answer.js';
import { makeWitness, witnessPlans } from './witness.js';
import type { WitnessSchema } from './witness-schema.js';

export interface ComparedQueries {
  interpretation: Interpretation;
  /** The query the interpretation is planned to, and what its columns show. */
  planned: { query: Query; columns: readonly PlannedColumn[] };
  given: Query;
  schema: WitnessSchema;
}

export type Comparison =
  | { outcome: 'same'; told: number }
  /** How often they differed, of the data sets that can tell. */
  | { outcome: 'different'; difference: Difference; different: number; told: number }
  | { outcome: 'unknown'; what: string };

/**
 * Runs both queries on made-up rows that tell queries apart, and compares what they say. Two queries that agree on every
 * data set answer the same question; where they differ, they don't, whatever they look like.
 */
export function compareQueries({ interpretation, planned, given, schema }: ComparedQueries): Comparison {
  const asked = askedColumns(interpretation, planned.columns);
  const mentions = mentionsOf([planned.query, given], [...daysOf(interpretation)]);
  const whole: Query = asked.limit === undefined ? planned.query : { ...planned.query, limit: null };
  const now = new Moment(momentOf(interpretation.today)?.ms ?? 0, false);
  const rounded = isRounded(given);
  const differences: Difference[] = [];
  let told = 0;
  try {
    for (const plan of witnessPlans(mentions)) {
      const world = { tables: makeWitness(schema, mentions, plan), now };
      const expected = runQuery(whole, world);
      const found = runQuery(given, world);
      if (expected.rows.length === 0 && found.rows.length === 0) continue;
      told += 1;
      const difference = differenceOf(expected, found, asked, rounded);
      if (difference !== undefined) differences.push(difference);
    }
  } catch (error) {
    if (!(error instanceof CannotFollow)) throw error;
    return { outcome: 'unknown', what: error.what };
  }
  if (told === 0) return { outcome: 'unknown', what: 'conditions that no row meets' };
  return decide(differences, told, asked);
}

function decide(differences: readonly Difference[], told: number, asked: Asked): Comparison {
  // Where ties may fall either way, a few data sets differ by them alone.
  const tolerated = asked.ties ? Math.floor((told * 2) / 3) : 0;
  const [difference] = differences;
  if (difference === undefined || differences.length <= tolerated) return { outcome: 'same', told };
  return { outcome: 'different', difference, different: differences.length, told };
}

function* daysOf({ today, period, compare, filters }: Interpretation): Generator<string> {
  for (const range of [period, ...(period?.parts ?? []), compare?.period, ...filters.map((filter) => filter.period)]) {
    if (range?.from) yield range.from;
    if (range?.to) yield range.to;
  }
  if (period?.from === undefined && period?.to === undefined) yield today;
}

/** Does the query round its figures? Then they are compared as far as they are shown. */
function isRounded(query: Query): boolean {
  const text = JSON.stringify(query);
  return /"name":"(?:round|trunc|truncate|to_char|format_value)"/.test(text) || /"type":\{"name":"[a-z0-9 ]*(?:numeric|decimal|int|number)[a-z0-9 ]*","modifiers":\[\d/.test(text);
}
