// The university's tables as data: DDL of every engine is printed from here, so that all engines hold the same columns.

/** Raise when a row or a column changes. */
export const WAREHOUSE_VERSION = 1;

const column = (name, type, comment, nullable = false) => ({ name, type, comment, nullable });
const optional = (name, type, comment) => column(name, type, comment, true);

/** Tables in an order that satisfies the foreign keys. Types: int, text, date, boolean, numeric(p,s). */
export const TABLES = [
  {
    name: 'departments', comment: 'One row per department.', primaryKey: ['department_id'], foreignKeys: {},
    columns: [column('department_id', 'int', 'Identifier of the department.'), column('department_name', 'text', 'Name of the department, unique.'), column('college', 'text', 'College the department belongs to.')],
  },
  {
    name: 'majors', comment: 'One row per major that can be declared.', primaryKey: ['major_id'], foreignKeys: { department_id: 'departments' },
    columns: [column('major_id', 'int', 'Identifier of the major.'), column('major_name', 'text', 'Name of the major, unique.'), column('department_id', 'int', 'Department that runs the major.')],
  },
  {
    name: 'faculty', comment: 'One row per member of the faculty, present and past.', primaryKey: ['faculty_id'], foreignKeys: { department_id: 'departments' },
    columns: [
      column('faculty_id', 'int', 'Identifier of the faculty member.'), column('full_name', 'text', 'Name. Personal data.'), column('email', 'text', 'E-mail address. Personal data.'),
      column('department_id', 'int', 'Department the member belongs to.'), column('faculty_rank', 'text', 'professor, associate, assistant or lecturer.'),
      column('hired_on', 'date', 'First day of employment.'), column('is_active', 'boolean', 'True while employed.'),
    ],
  },
  {
    name: 'terms', comment: 'One row per term: two semesters and two short sessions a year.', primaryKey: ['term_id'], foreignKeys: {},
    columns: [
      column('term_id', 'int', 'Identifier, in the order of time.'), column('term_code', 'text', 'Code people write, such as 2025-1.'), column('academic_year', 'int', 'Academic year, named by the year it begins in.'),
      column('season', 'text', 'spring, summer, fall or winter.'), column('start_date', 'date', 'First day of classes.'), column('end_date', 'date', 'Last day of the term.'),
    ],
  },
  {
    name: 'students', comment: 'One row per student, present and past.', primaryKey: ['student_id'], foreignKeys: { department_id: 'departments', admission_term_id: 'terms', graduation_term_id: 'terms' },
    columns: [
      column('student_id', 'int', 'Identifier of the student.'), column('student_no', 'text', 'Number on the student card. Personal data.'), column('full_name', 'text', 'Name. Personal data.'),
      column('birth_date', 'date', 'Date of birth. Personal data.'), column('resident_no', 'text', 'Resident registration number. Personal data.'), column('email', 'text', 'E-mail address. Personal data.'),
      column('home_address', 'text', 'Postal address. Personal data.'), column('department_id', 'int', 'Home department today.'), column('degree_level', 'text', 'bachelor, master or doctor.'),
      column('year_level', 'int', 'Year of study, 1 to 4.'), column('status', 'text', 'attending, leave, graduated or left.'), column('standing', 'text', 'good, honours or probation.'),
      column('admission_type', 'text', 'regular, transfer or international.'), column('admitted_on', 'date', 'Day of admission.'), column('admission_term_id', 'int', 'Term of admission.'),
      optional('graduated_on', 'date', 'Day of graduation; NULL for all others.'), optional('graduation_term_id', 'int', 'Term of graduation; NULL for all others.'),
    ],
  },
  {
    name: 'major_history', comment: 'One row per stretch of days a student had a major.', primaryKey: ['student_id', 'valid_from'], foreignKeys: { student_id: 'students', major_id: 'majors' },
    columns: [column('student_id', 'int', 'Student.'), column('major_id', 'int', 'Major.'), column('valid_from', 'date', 'First day.'), optional('valid_to', 'date', 'Day after the last; NULL while it holds.')],
  },
  {
    name: 'advisor_history', comment: 'One row per stretch of days a student had an advisor.', primaryKey: ['student_id', 'valid_from'], foreignKeys: { student_id: 'students', faculty_id: 'faculty' },
    columns: [column('student_id', 'int', 'Student.'), column('faculty_id', 'int', 'Advisor.'), column('valid_from', 'date', 'First day.'), optional('valid_to', 'date', 'Day after the last; NULL while it holds.')],
  },
  {
    name: 'courses', comment: 'One row per course of the catalogue.', primaryKey: ['course_id'], foreignKeys: { department_id: 'departments' },
    columns: [
      column('course_id', 'int', 'Identifier of the course.'), column('course_code', 'text', 'Code of the course, unique.'), column('course_title', 'text', 'Title of the course.'), column('department_id', 'int', 'Department that offers it.'),
      column('credits', 'int', 'Credits for passing it.'), column('course_level', 'text', 'undergraduate or graduate.'), column('category', 'text', 'major, general or elective.'), column('grading', 'text', 'letter or pass.'),
    ],
  },
  {
    name: 'sections', comment: 'One row per section of a course in a term.', primaryKey: ['section_id'], foreignKeys: { course_id: 'courses', term_id: 'terms', instructor_id: 'faculty' },
    columns: [
      column('section_id', 'int', 'Identifier of the section.'), column('course_id', 'int', 'Course taught.'), column('term_id', 'int', 'Term it is taught in.'), optional('instructor_id', 'int', 'Faculty member who teaches it; NULL while not yet named.'),
      column('capacity', 'int', 'Seats.'), column('delivery', 'text', 'in_person, online or hybrid.'),
    ],
  },
  {
    name: 'enrolments', comment: 'One row per student in a section.', primaryKey: ['enrolment_id'], foreignKeys: { student_id: 'students', section_id: 'sections' },
    columns: [column('enrolment_id', 'int', 'Identifier of the enrolment.'), column('student_id', 'int', 'Student.'), column('section_id', 'int', 'Section.'), column('enrolled_on', 'date', 'Day it was registered.'), column('status', 'text', 'kept or dropped.')],
  },
  {
    name: 'grades', comment: 'One row per graded enrolment; dropped and running ones have none.', primaryKey: ['enrolment_id'], foreignKeys: { enrolment_id: 'enrolments' },
    columns: [column('enrolment_id', 'int', 'Enrolment graded.'), column('letter', 'text', 'A+ to F, or P and NP.'), optional('score', 'numeric(5,1)', 'Raw score, 0 to 100; NULL for P and NP.'), column('graded_on', 'date', 'Day of grading.')],
  },
  {
    name: 'charges', comment: 'One row per amount charged to a student for a term.', primaryKey: ['charge_id'], foreignKeys: { student_id: 'students', term_id: 'terms' },
    columns: [
      column('charge_id', 'int', 'Identifier of the charge.'), column('student_id', 'int', 'Student charged.'), column('term_id', 'int', 'Term it is for.'), column('kind', 'text', 'tuition, dormitory or fee.'),
      column('amount', 'numeric(12,0)', 'Amount in KRW.'), column('charged_on', 'date', 'Day of the invoice.'), column('due_on', 'date', 'Day it is due.'),
    ],
  },
  {
    name: 'payments', comment: 'One row per payment of a student for a term.', primaryKey: ['payment_id'], foreignKeys: { student_id: 'students', term_id: 'terms' },
    columns: [
      column('payment_id', 'int', 'Identifier of the payment.'), column('student_id', 'int', 'Student who paid.'), column('term_id', 'int', 'Term it is for.'), column('amount', 'numeric(12,0)', 'Amount in KRW.'),
      column('paid_on', 'date', 'Day of the payment.'), column('method', 'text', 'transfer, card or scholarship.'), column('status', 'text', 'posted or reversed.'),
    ],
  },
];
