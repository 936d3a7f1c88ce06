import { LAST_DAY, dayNumber, isoDay } from './days.mjs';

/** Tuition for each semester with an enrolment, sometimes a dormitory and a fee. Invoices of spring go out in the year before. */
export function charges(random, studentRows, enrolmentRows, sectionRows, termRows) {
  const attended = new Set(enrolmentRows.map((e) => `${e.student_id} ${sectionRows[e.section_id - 1].term_id}`));
  const rows = [];
  for (const student of studentRows) {
    for (const term of termRows) {
      if (!attended.has(`${student.student_id} ${term.term_id}`)) continue;
      const charged = dayNumber(term.start_date) - random.int(40, 75);
      const due = dayNumber(term.start_date) - random.int(0, 12);
      const semester = term.season === 'spring' || term.season === 'fall';
      const kinds = [['tuition', semester ? { bachelor: 3_900_000, master: 4_800_000, doctor: 5_200_000 }[student.degree_level] : 450_000], ...(semester && random.chance(25) ? [['dormitory', random.pick([950_000, 1_250_000])]] : []), ...(random.chance(10) ? [['fee', 30_000]] : [])];
      for (const [kind, amount] of kinds) rows.push({ charge_id: rows.length + 1, student_id: student.student_id, term_id: term.term_id, kind, amount: String(amount), charged_on: isoDay(charged), due_on: isoDay(due) });
    }
  }
  return rows;
}

/** What was charged for a term is paid at once, in two parts, or not yet; a few payments are reversed. */
export function payments(random, chargeRows) {
  const due = new Map();
  for (const c of chargeRows) {
    const key = `${c.student_id} ${c.term_id}`;
    due.set(key, { ...c, total: (due.get(key)?.total ?? 0) + Number(c.amount) });
  }
  const rows = [];
  for (const { student_id, term_id, due_on, total } of due.values()) {
    const shares = random.weighted([[[100], 78], [[50, 50], 14], [[], 8]]);
    for (const share of shares) {
      const paid_on = isoDay(dayNumber(due_on) + random.int(-14, 40));
      if (paid_on > LAST_DAY) continue;
      rows.push({ payment_id: rows.length + 1, student_id, term_id, amount: String((total * share) / 100), paid_on, method: random.weighted([['transfer', 60], ['card', 25], ['scholarship', 15]]), status: random.chance(2) ? 'reversed' : 'posted' });
    }
  }
  return rows;
}
