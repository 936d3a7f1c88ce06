import { createHash } from 'node:crypto';
import { randomFrom } from '../../commerce/warehouse/random.mjs';
import { charges, payments } from './money.mjs';
import { departments, faculty, history, majors, students } from './people.mjs';
import { TABLES } from './schema.mjs';
import { courses, enrolments, grades, sections, terms } from './teaching.mjs';

/**
 * The records of a made-up university, in an order that satisfies the foreign keys. Values are neutral between engines:
 * integers, text, true/false, null, and decimals and dates as text.
 *
 * @param {number} [seed]
 * @returns {Map<string, Record<string, string | number | boolean | null>[]>} rows by table
 * @example universityRecords().get('terms')[0].term_code // '2022-1'
 */
export function universityRecords(seed = 7) {
  const random = randomFrom(seed);
  const [departmentRows, majorRows, termRows] = [departments(), majors(), terms()];
  const facultyRows = faculty(random);
  const studentRows = students(random, termRows, majorRows);
  const majorHistory = studentRows.flatMap((s) => history(random, s, termRows, () => random.pick(majorRows).major_id, majorRows.find((m) => m.department_id === s.department_id).major_id).map(({ value, ...h }) => ({ ...h, major_id: value })));
  const advisors = (department) => facultyRows.filter((f) => f.department_id === department);
  const advisorHistory = studentRows.flatMap((s) => history(random, s, termRows, () => random.pick(facultyRows).faculty_id, random.pick(advisors(s.department_id)).faculty_id).map(({ value, ...h }) => ({ ...h, faculty_id: value })));
  const courseRows = courses(random);
  const sectionRows = sections(random, termRows, courseRows, facultyRows);
  const enrolmentRows = enrolments(random, studentRows, termRows, sectionRows);
  const gradeRows = grades(random, enrolmentRows, sectionRows, courseRows, termRows);
  const chargeRows = charges(random, studentRows, enrolmentRows, sectionRows, termRows);
  return new Map(Object.entries({
    departments: departmentRows, majors: majorRows, faculty: facultyRows, terms: termRows, students: studentRows, major_history: majorHistory, advisor_history: advisorHistory,
    courses: courseRows, sections: sectionRows, enrolments: enrolmentRows, grades: gradeRows, charges: chargeRows, payments: payments(random, chargeRows),
  }));
}

/** Rows and SHA-256 of each table, over one JSON line a row. */
export function checksums(seed = 7) {
  const all = universityRecords(seed);
  return Object.fromEntries(TABLES.map(({ name, columns }) => {
    const hash = createHash('sha256');
    for (const row of all.get(name)) hash.update(`${JSON.stringify(columns.map((c) => row[c.name]))}\n`);
    return [name, { rows: all.get(name).length, sha256: hash.digest('hex') }];
  }));
}
