import { describe, expect, it } from 'vitest';
import { checksums, universityRecords } from './generate.mjs';

const all = universityRecords();
const of = (table: string) => all.get(table)!;

describe('the records of the demo university', () => {
  it('are the same rows on every machine', () => {
    expect(Object.entries(checksums()).map(([name, { rows, sha256 }]) => `${name} ${rows} ${sha256.slice(0, 16)}`)).toEqual([
      'departments 12 fa26ba285f183269',
      'majors 15 3b4e6fc50a4a78cf',
      'faculty 120 e89008f7ceafdbab',
      'terms 17 3d47d4db54fde520',
      'students 700 ee87763b7fdfd4d0',
      'major_history 959 2fa857cad5c7d638',
      'advisor_history 949 e342e17cd9ad1831',
      'courses 120 dbd8437e9dcec5b6',
      'sections 744 1767c5f687c6dd76',
      'enrolments 9439 ee09359a4c7ee672',
      'grades 7248 3112a2e4b23143df',
      'charges 4460 598305683f99f99f',
      'payments 3574 f44b39ac48dae1b5',
    ]);
  });

  it('have one version of each student on any day: stretches follow on without gap or overlap', () => {
    for (const table of ['major_history', 'advisor_history']) {
      const byStudent = new Map<unknown, { valid_from: unknown; valid_to: unknown }[]>();
      for (const row of of(table)) byStudent.set(row.student_id, [...(byStudent.get(row.student_id) ?? []), row as never]);
      for (const rows of byStudent.values()) {
        rows.forEach((row, i) => expect(row.valid_to).toBe(rows[i + 1]?.valid_from ?? null));
        rows.forEach((row) => expect(row.valid_to === null || String(row.valid_from) < String(row.valid_to)).toBe(true));
      }
    }
  });

  it('have changes on the very first day of a term, where half-open and closed stretches differ', () => {
    const starts = new Set(of('terms').map((t) => t.start_date));
    expect(of('major_history').filter((h) => h.valid_to !== null && starts.has(h.valid_to)).length).toBeGreaterThan(20);
  });

  it('have sections without an instructor and grades without a score', () => {
    expect(of('sections').some((s) => s.instructor_id === null)).toBe(true);
    expect(of('grades').some((g) => g.score === null)).toBe(true);
  });

  it('grade what was kept to the end of a term, once, and nothing else', () => {
    const kept = new Set(of('enrolments').filter((e) => e.status === 'kept').map((e) => e.enrolment_id));
    expect(of('grades').every((g) => kept.has(g.enrolment_id))).toBe(true);
    expect(new Set(of('grades').map((g) => g.enrolment_id)).size).toBe(of('grades').length);
  });
});
