import { describe, expect, it } from 'vitest';
import { auditFilter } from './audit-filter';

describe('audit filters of the address', () => {
  it('take both days whole, in the reader’s time zone', () => {
    const { from, to } = auditFilter({ from: '2026-07-01', to: '2026-07-01' });
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
    expect(new Date(from ?? '').getHours()).toBe(0);
  });

  it('leave out what the API would refuse', () => {
    expect(auditFilter({ from: 'yesterday', source: 'no-uuid', actor: 'x'.repeat(200), action: 'run.started', subject: 'abc' })).toEqual({ action: 'run.started', subjectId: 'abc' });
  });

  it('are empty when nothing is asked', () => {
    expect(auditFilter({})).toEqual({});
  });
});
