import type { Interpretation, Job } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { revisionOf } from './revision.js';

const meaning = (changes: Partial<Interpretation>): Interpretation => ({ metrics: [{ ref: 'm', label: 'net revenue' }], dimensions: [], filters: [], having: [], period: null, ...changes }) as Interpretation;
const job = (changes: Partial<Job>): Job => ({ id: 'old', question: 'q', choices: {}, approval: null, gateReport: null, interpretation: meaning({}), ...changes }) as Job;
const period = (label: string) => ({ from: null, to: null, label, assumed: false });

describe('a revision', () => {
  it('tells the reason of before and what is different, in business words', () => {
    const approval = { by: { kind: 'person', personId: 'p', name: 'Approver' }, decidedAt: 'then', reasonCode: 'wrong-filter', comment: 'only 2025', decision: 'request-changes' } as Job['approval'];
    const earlier = job({ approval, choices: { revenue: 'gross_revenue' }, interpretation: meaning({ period: period('2024') }) });
    const now = job({
      question: 'q2', choices: { revenue: 'net_revenue' },
      interpretation: meaning({ period: period('2025'), filters: [{ ref: 'status', op: 'ne', values: ['x'], label: 'status = cancelled' }] }),
      gateReport: { verdict: 'accept', sql: 'SELECT 1' } as Job['gateReport'],
    });
    expect(revisionOf(earlier, now)).toEqual({
      jobId: 'old', requested: { by: 'Approver', at: 'then', reasonCode: 'wrong-filter', comment: 'only 2025' },
      changes: [
        { what: 'question', was: 'q', now: 'q2' }, { what: 'choices', was: 'revenue = gross_revenue', now: 'revenue = net_revenue' },
        { what: 'filters', was: '', now: 'status ≠ cancelled' }, { what: 'period', was: '2024', now: '2025' }, { what: 'sql', was: '', now: 'SELECT 1' },
      ],
    });
  });
  it('says nothing of what is the same', () => {
    expect(revisionOf(job({}), job({}))).toEqual({ jobId: 'old', requested: null, changes: [] });
  });
});
