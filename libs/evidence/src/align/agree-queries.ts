import type { Query } from '@countersign/contracts';
import { equalResults, type ResultTable } from '../equal/equal-results.js';
import { mentionsOf } from './mentions.js';
import { runQuery } from './run/run-query.js';
import type { Relation } from './run/scope.js';
import { CannotFollow, keyOf, Moment, momentOf, type Value } from './run/value.js';
import { makeWitness, witnessPlans } from './witness.js';
import type { WitnessSchema } from './witness-schema.js';

export interface QueryAgreement {
  /** Made-up data sets on which at least one query found a row. */
  told: number;
  /** Those on which both gave the same rows. */
  same: number;
}

/**
 * Do two queries say the same on made-up rows that tell them apart? Two that agree on a customer's data may do so by chance: because
 * a condition happens to hold for every row there, or for none.
 *
 * @param today what current_date is
 * @returns undefined when one of them can't be followed
 * @example agreeQueries(first, second, schema, '2026-06-30') // { told: 12, same: 12 }
 */
export function agreeQueries(first: Query, second: Query, schema: WitnessSchema, today: string): QueryAgreement | undefined {
  const mentions = mentionsOf([first, second], [today]);
  const now = new Moment(momentOf(today)?.ms ?? 0, false);
  const found: QueryAgreement = { told: 0, same: 0 };
  try {
    for (const plan of witnessPlans(mentions)) {
      const world = { tables: makeWitness(schema, mentions, plan), now };
      const [one, other] = [tableOf(runQuery(first, world)), tableOf(runQuery(second, world))];
      if (one.rows.length === 0 && other.rows.length === 0) continue;
      found.told += 1;
      if (equalResults(one, other, false).equal || equalResults(other, one, false).equal) found.same += 1;
    }
  } catch (error) {
    if (!(error instanceof CannotFollow)) throw error;
    return undefined;
  }
  return found;
}

const tableOf = ({ columns, rows }: Relation): ResultTable => ({ columns, rows: rows.map((row) => row.map(cellOf)) });

function cellOf(value: Value): string | boolean | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  // Sums of floats in another order differ in their last places.
  if (typeof value === 'number') return String(Number(value.toPrecision(12)));
  return value instanceof Moment ? new Date(value.ms).toISOString() : keyOf(value);
}
