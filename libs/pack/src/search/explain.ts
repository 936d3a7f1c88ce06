import type { Answer, Answers } from './answers.js';
import type { WordEvidence } from './evidence-of-words.js';
import type { Place, Why } from './search-table.js';
import type { Snapshot } from './snapshot.js';
import type { TableDocument } from './table-document.js';

interface Found extends Answer {
  place: Place;
  column?: string;
}

/** Why a table was found: each word of the question with where it met the table, and lifts that words don't explain. */
export function explain(table: number, { documents, vocabulary }: Snapshot, evidence: readonly WordEvidence[], answers: Answers, referrers: string[]): Why[] {
  const document = documents[table];
  if (!document) return [];
  const found = foundIn(document, answers);
  const why: Why[] = evidence.flatMap(({ term }, asked) => {
    const at = found.get(asked);
    return at ? [{ kind: 'word' as const, asked: term.asked, found: vocabulary.word(at.word), place: at.place, ...(at.column === undefined ? {} : { column: at.column }) }] : [];
  });
  if (referrers.length > 0) why.push({ kind: 'referenced', by: referrers });
  if (why.length === 0) why.push({ kind: 'database', name: document.database });
  return why;
}

/** For each word of the question the surest meaning, in the strongest place that has it. */
function foundIn(document: TableDocument, answers: Answers): Map<number, Found> {
  const found = new Map<number, Found>();
  const keep = (given: readonly Answer[], place: Place, column?: string): void => {
    for (const answer of given) {
      if (answer.weight > (found.get(answer.asked)?.weight ?? 0)) found.set(answer.asked, { ...answer, place, ...(column === undefined ? {} : { column }) });
    }
  };
  keep(answers.of(document.words), 'table');
  keep(answers.of(document.databaseWords), 'database');
  for (const column of document.columns) keep(answers.column(column).name, 'column', column.name);
  keep(answers.of(document.description), 'description');
  for (const column of document.columns) keep(answers.column(column).description, 'column description', column.name);
  for (const column of document.columns) keep(answers.column(column).values, 'value', column.name);
  return found;
}
