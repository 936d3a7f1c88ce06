import { describe, expect, it } from 'vitest';
import { planQuery, resolveQuestion } from '../index.js';
import { unitsIn } from '../read/calendar.js';
import { commercePack } from '../spec/commerce-pack.js';

const pack = commercePack();
function planOf(question: string, today = '2026-06-30') {
  const resolution = resolveQuestion(pack, { question, today, choices: {} });
  return planQuery(pack, resolution.interpretation);
}
const columns = (question: string) => {
  const plan = planOf(question);
  return plan.outcome === 'planned' ? plan.columns.map((c) => c.name) : plan.refusal.params;
};

describe('figures by period against the year before', () => {
  it('give both values and the change, or the change that was asked for', () => {
    expect(columns('orders by month in 2025 vs the same month last year')).toEqual(['month', 'order_count', 'order_count_previous', 'order_count_change', 'order_count_change_percent']);
    expect(columns('YoY net revenue growth by quarter 2025')).toEqual(['quarter', 'net_revenue', 'net_revenue_previous', 'net_revenue_change_percent']);
  });

  it('say in a sentence what cannot be set against what', () => {
    const resolution = resolveQuestion(pack, { question: 'net revenue by week in 2025, year over year', today: '2026-06-30', choices: {} });
    expect(resolution).toMatchObject({ outcome: 'refuse', refusal: { code: 'no-correct-plan', params: { detail: 'figures by week cannot be set against the year before. Ask by month, quarter or year.' } } });
  });
});

describe('a mean by day', () => {
  it('divides by the days of the calendar, those without orders too, and only by days that have come', () => {
    expect(JSON.stringify(planOf('average number of orders per day in May 2026'))).toContain('"text":"31"');
    expect(JSON.stringify(planOf('average number of orders per day in June 2026', '2026-06-10'))).toContain('"text":"10"');
  });

  it('counts whole units only', () => {
    expect([unitsIn('2025-01-01', '2026-01-01', 'month', pack.calendar), unitsIn('2025-01-15', '2026-01-01', 'month', pack.calendar), unitsIn('2025-01-06', '2025-01-20', 'week', pack.calendar)]).toEqual([12, undefined, 2]);
  });
});
