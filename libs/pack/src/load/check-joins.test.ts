import { describe, expect, it } from 'vitest';
import { loadPack } from '../index.js';
import { universityFiles } from '../spec/university-pack.js';

const files = universityFiles();
const rulesOf = (path: string, from: string, to: string): string[] => {
  expect(files[path]).toContain(from);
  return loadPack({ ...files, [path]: files[path]!.replace(from, to) }, 1).findings.filter((f) => f.severity !== 'info').map((f) => f.rule);
};

describe('joins of a pack', () => {
  it('are sound in the university pack', () => expect(loadPack(files, 1).findings.filter((f) => f.severity !== 'info')).toEqual([]));

  it('refuse versions joined by their key alone', () => {
    expect(rulesOf('entities.yaml', 'to: majoring_now.student_id, at: today,', 'to: majoring_now.student_id,')).toContain('version-without-day');
  });

  it('refuse a day for something that has no versions', () => {
    expect(rulesOf('entities.yaml', 'to: courses.course_id, optional: false', 'to: courses.course_id, at: today, optional: false')).toContain('no-versions');
  });

  it('refuse a day that the rows have several of', () => {
    expect(rulesOf('entities.yaml', 'to: majoring_then.student_id, at: terms.start_date', 'to: majoring_then.student_id, at: payments.paid_on')).toContain('unreachable-day');
  });

  it('warn of a part that is reached in two ways', () => {
    expect(rulesOf('entities.yaml', 'to: faculty_department.department_id', 'to: home_department.department_id')).not.toContain('two-paths');
    expect(rulesOf('entities.yaml', '{ from: majoring_then.major_id, to: major_then.major_id, optional: false }', '{ from: advising_then.student_id, to: students.student_id, optional: false }\n  - { from: majoring_then.major_id, to: major_then.major_id, optional: false }\n  - { from: sections.course_id, to: major_then.major_id, optional: false }')).toContain('two-paths');
  });

  it('refuse scores from a dictionary without numbers', () => {
    expect(rulesOf('entities.yaml', 'scored: { from: letter, by: letters }', 'scored: { from: letter, by: ranks }')).toContain('no-scores');
  });
});
