import type { Dialect } from '@countersign/contracts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { rulesOf } from '../dialects/rules-of.js';
import { loadParsersFor } from '../index.js';
import { lower } from '../lower/lower.js';
import { printWith } from '../print/print-query.js';
import { readBack } from '../readback/read-back.js';
import { attempt, type Refusal } from '../refusal.js';
import { formLimits } from '../rewrite/limit-form.js';
import { anyQuery } from './any-query.js';

beforeAll(() => loadParsersFor('tsql', 'oracle', 'hana'));

/** What the second reader's grammar has no place for is refused; what it reads otherwise would be a defect. */
const isLimitOfAReader = ({ rule, message }: Refusal): boolean => rule === 'oversize' || message.startsWith('the second reader can\'t read');

describe.each<Dialect>(['tsql', 'oracle', 'oracle11', 'hana'])('any canonical query for %s', (dialect) => {
  it('is refused by name, or printed so that all readers see what was meant', () => {
    const rules = rulesOf(dialect);
    let printed = 0;
    fc.assert(fc.property(anyQuery, (query) => {
      const lowered = attempt(() => formLimits(lower(query, { dialect, scope: undefined }), rules));
      const sql = lowered.ok ? attempt(() => printWith(lowered.value, rules)) : lowered;
      if (!lowered.ok || !sql.ok) return;
      printed++;
      const read = attempt(() => readBack(sql.value, lowered.value, rules));
      if (!read.ok && !isLimitOfAReader(read.refusal)) expect(read.refusal.message).toBe('');
    }), { numRuns: 150, endOnFailure: true });
    if (dialect === 'tsql' || dialect === 'hana') expect(printed).toBeGreaterThan(0);
  }, 60_000);
});
