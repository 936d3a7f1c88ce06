import { isoDay, dayNumber } from './days.mjs';

/** Department, college, its majors. */
export const DEPARTMENTS = [
  ['Computer Science', 'Engineering', ['Software', 'Artificial Intelligence']],
  ['Mechanical Engineering', 'Engineering', ['Mechanical Engineering']],
  ['Electrical Engineering', 'Engineering', ['Electrical Engineering']],
  ['Mathematics', 'Science', ['Mathematics', 'Statistics']],
  ['Physics', 'Science', ['Physics']],
  ['Chemistry', 'Science', ['Chemistry']],
  ['Economics', 'Social Science', ['Economics']],
  ['Psychology', 'Social Science', ['Psychology']],
  ['Business Administration', 'Business', ['Management', 'Finance']],
  ['Korean Literature', 'Humanities', ['Korean Literature']],
  ['History', 'Humanities', ['History']],
  ['Philosophy', 'Humanities', ['Philosophy']],
];

export const departments = () => DEPARTMENTS.map(([department_name, college], i) => ({ department_id: i + 1, department_name, college }));
export const majors = () => DEPARTMENTS.flatMap(([, , names], i) => names.map((major_name) => ({ major_name, department_id: i + 1 }))).map((m, i) => ({ major_id: i + 1, ...m }));

/** 120 members; names and addresses are plainly made up. */
export function faculty(random) {
  return Array.from({ length: 120 }, (_, i) => ({
    faculty_id: i + 1, full_name: `Faculty ${i + 1}`, email: `faculty${i + 1}@example.edu`, department_id: (i % DEPARTMENTS.length) + 1,
    faculty_rank: random.weighted([['professor', 35], ['associate', 25], ['assistant', 25], ['lecturer', 15]]),
    hired_on: isoDay(random.int(dayNumber('2000-03-01'), dayNumber('2025-09-01'))), is_active: random.chance(92),
  }));
}

/** 700 students, most admitted for a spring term; every admission term has transfers. */
export function students(random, terms, majorRows) {
  const semesters = terms.filter((t) => t.season === 'spring' || t.season === 'fall');
  return Array.from({ length: 700 }, (_, i) => {
    const at = random.weighted(semesters.map((t, n) => [n, t.season === 'spring' ? 9 : 2]));
    const admission = semesters[at];
    const over = semesters.length - 1 - at;
    // Nobody graduates from the term that is still running.
    const graduation = over >= 8 && random.chance(70) ? semesters[random.int(at + 7, semesters.length - 2)] : over >= 4 && random.chance(4) ? semesters[at + 3] : null;
    const status = graduation ? 'graduated' : random.weighted([['attending', 82], ['leave', 12], ['left', 6]]);
    const id = String(i + 1).padStart(4, '0');
    return {
      student_id: i + 1, student_no: `${admission.academic_year}${id}`, full_name: `Student ${id}`, birth_date: isoDay(random.int(dayNumber('1995-01-01'), dayNumber('2007-12-31'))),
      resident_no: `000000-${id}000`, email: `student${id}@example.edu`, home_address: `${i + 1} Example Road`, department_id: random.pick(majorRows).department_id,
      degree_level: random.weighted([['bachelor', 80], ['master', 15], ['doctor', 5]]), year_level: Math.min(4, Math.floor(over / 2) + 1), status,
      standing: random.weighted([['good', 80], ['honours', 12], ['probation', 8]]), admission_type: random.weighted([['regular', 75], ['transfer', 12], ['international', 13]]),
      admitted_on: isoDay(dayNumber(admission.start_date) - random.int(0, 20)), admission_term_id: admission.term_id,
      graduated_on: graduation ? isoDay(dayNumber(graduation.end_date) + random.int(0, 30)) : null, graduation_term_id: graduation?.term_id ?? null,
    };
  });
}

/**
 * What a student had from day to day: one to three stretches that follow on without a gap. A change falls on the first
 * day of a term for some, where a date of that very day belongs to the new one. The last stretch agrees with `last`.
 */
export function history(random, student, terms, pick, last) {
  const starts = terms.filter((t) => t.start_date > student.admitted_on).map((t) => dayNumber(t.start_date));
  const changes = random.weighted([[0, 62], [1, 30], [2, 8]]);
  const days = new Set(Array.from({ length: starts.length > 2 ? changes : 0 }, () => random.pick(starts) + random.weighted([[0, 60], [-1, 10], [30, 30]])));
  const since = [student.admitted_on, ...[...days].sort((a, b) => a - b).map(isoDay).filter((day) => day > student.admitted_on)];
  return since.map((valid_from, i) => ({ student_id: student.student_id, valid_from, valid_to: since[i + 1] ?? null, value: i === since.length - 1 ? last : pick() }));
}
