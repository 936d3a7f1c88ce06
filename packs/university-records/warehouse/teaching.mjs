import { DEPARTMENTS } from './people.mjs';
import { LAST_DAY, dayNumber, isoDay } from './days.mjs';

const SEASONS = [['spring', '03-02', '06-15'], ['summer', '06-22', '08-10'], ['fall', '09-01', '12-15'], ['winter', '12-22', '01-25']];
const LETTERS = [['A+', 14], ['A0', 18], ['B+', 20], ['B0', 17], ['C+', 11], ['C0', 8], ['D+', 4], ['D0', 3], ['F', 5]];
const LOWEST = { 'A+': 95, A0: 90, 'B+': 85, B0: 80, 'C+': 75, C0: 70, 'D+': 65, D0: 60, F: 30 };
const TITLES = ['Introduction', 'Theory', 'Laboratory', 'Seminar', 'Methods', 'Applications', 'History', 'Ethics', 'Project', 'Topics'];

/** From spring 2022 to spring 2026. The winter session of a year ends in the next. */
export function terms() {
  const rows = [];
  for (let year = 2022; year <= 2026; year += 1) {
    SEASONS.forEach(([season, start, end], i) => {
      const start_date = `${year}-${start}`;
      if (start_date <= LAST_DAY) rows.push({ term_id: year * 10 + i + 1, term_code: `${year}-${season === 'spring' ? '1' : season === 'fall' ? '2' : season === 'summer' ? 'S' : 'W'}`, academic_year: year, season, start_date, end_date: `${season === 'winter' ? year + 1 : year}-${end}` });
    });
  }
  return rows;
}

export function courses(random) {
  return Array.from({ length: 120 }, (_, i) => {
    const department_id = (i % DEPARTMENTS.length) + 1;
    const pass = i % 15 === 14;
    return {
      course_id: i + 1, course_code: `${DEPARTMENTS[department_id - 1][0].slice(0, 3).toUpperCase()}${100 + i}`, course_title: `${DEPARTMENTS[department_id - 1][0]} ${TITLES[Math.floor(i / DEPARTMENTS.length)]}`, department_id,
      credits: pass ? 1 : random.weighted([[3, 70], [2, 15], [4, 15]]), course_level: random.weighted([['undergraduate', 80], ['graduate', 20]]),
      category: random.weighted([['major', 55], ['general', 25], ['elective', 20]]), grading: pass ? 'pass' : 'letter',
    };
  });
}

/** 72 sections a semester, 12 a session; a few have no instructor yet. */
export function sections(random, termRows, courseRows, facultyRows) {
  const rows = [];
  for (const term of termRows) {
    const count = term.season === 'spring' || term.season === 'fall' ? 72 : 12;
    for (let i = 0; i < count; i += 1) {
      const course = random.pick(courseRows);
      const own = facultyRows.filter((f) => f.department_id === course.department_id && f.hired_on <= term.start_date);
      rows.push({ section_id: rows.length + 1, course_id: course.course_id, term_id: term.term_id, instructor_id: random.chance(3) || own.length === 0 ? null : random.pick(own).faculty_id, capacity: random.pick([20, 30, 40, 60]), delivery: random.weighted([['in_person', 75], ['online', 15], ['hybrid', 10]]) });
    }
  }
  return rows;
}

/** Two to four sections in each semester a student attends, seldom one in a session. */
export function enrolments(random, studentRows, termRows, sectionRows) {
  const byTerm = new Map(termRows.map((t) => [t.term_id, sectionRows.filter((s) => s.term_id === t.term_id)]));
  const rows = [];
  for (const student of studentRows) {
    const last = student.graduation_term_id ?? (student.status === 'left' ? student.admission_term_id + 10 : Infinity);
    for (const term of termRows) {
      const semester = term.season === 'spring' || term.season === 'fall';
      if (term.term_id < student.admission_term_id || term.term_id > last || random.chance(semester ? 8 : 88)) continue;
      const taken = new Set(Array.from({ length: semester ? random.int(2, 4) : 1 }, () => random.pick(byTerm.get(term.term_id))));
      for (const section of taken) {
        rows.push({ enrolment_id: rows.length + 1, student_id: student.student_id, section_id: section.section_id, enrolled_on: isoDay(dayNumber(term.start_date) - random.int(1, 25)), status: random.chance(7) ? 'dropped' : 'kept' });
      }
    }
  }
  return rows;
}

/** One grade for each enrolment kept to the end of a term; one in a hundred is still missing. */
export function grades(random, enrolmentRows, sectionRows, courseRows, termRows) {
  const rows = [];
  for (const enrolment of enrolmentRows) {
    const section = sectionRows[enrolment.section_id - 1];
    const term = termRows.find((t) => t.term_id === section.term_id);
    if (enrolment.status === 'dropped' || term.end_date > LAST_DAY || random.chance(1)) continue;
    const graded_on = isoDay(dayNumber(term.end_date) + random.int(0, 14));
    if (courseRows[section.course_id - 1].grading === 'pass') rows.push({ enrolment_id: enrolment.enrolment_id, letter: random.chance(94) ? 'P' : 'NP', score: null, graded_on });
    else {
      const letter = random.weighted(LETTERS);
      rows.push({ enrolment_id: enrolment.enrolment_id, letter, score: `${LOWEST[letter] + random.int(0, letter === 'F' ? 29 : 4)}.${random.pick([0, 5])}`, graded_on });
    }
  }
  return rows;
}
