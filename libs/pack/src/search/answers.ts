import type { WordEvidence } from './evidence-of-words.js';
import type { Snapshot } from './snapshot.js';
import type { ColumnText } from './table-document.js';

/** A word of the question (by its number among the evidence) that a word of the catalogue answers, and how surely. */
export interface Answer {
  asked: number;
  weight: number;
  word: number;
}

export interface ColumnAnswers {
  name: readonly Answer[];
  description: readonly Answer[];
  values: readonly Answer[];
}

/** Most columns answer nothing. */
const NO_ANSWER: readonly Answer[] = [];
const NO_ANSWERS: ColumnAnswers = { name: NO_ANSWER, description: NO_ANSWER, values: NO_ANSWER };

/** What words of the catalogue answer of one question. */
export interface Answers {
  of(words: Int32Array): readonly Answer[];
  /** Columns are shared between tables, so each is looked at once. */
  column(column: ColumnText): ColumnAnswers;
}

export function answersIn({ postings: { stemOf, partsOf, stems } }: Snapshot, evidence: readonly WordEvidence[]): Answers {
  // Most stems are not asked for, and that is quick to see.
  const isAsked = new Uint8Array(stems.words.length);
  const by = new Map<number, { asked: number; weight: number }[]>();
  evidence.forEach(({ meanings }, asked) => {
    for (const [stem, weight] of meanings) {
      isAsked[stem] = 1;
      const known = by.get(stem);
      if (known) known.push({ asked, weight });
      else by.set(stem, [{ asked, weight }]);
    }
  });
  const of = (words: Int32Array): readonly Answer[] => {
    let found: Answer[] | undefined;
    const look = (stem: number, word: number): void => {
      for (const { asked, weight } of by.get(stem) ?? []) (found ??= []).push({ asked, weight, word });
    };
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      const stem = stemOf[word] ?? 0;
      if (isAsked[stem] === 1) look(stem, word);
      for (const part of partsOf[word] ?? []) if (isAsked[part] === 1) look(part, word);
    }
    return found ?? NO_ANSWER;
  };
  const readColumn = (column: ColumnText): ColumnAnswers => {
    const [name, description, values] = [of(column.words), of(column.description), of(column.values)];
    return name === NO_ANSWER && description === NO_ANSWER && values === NO_ANSWER ? NO_ANSWERS : { name, description, values };
  };
  const columns = new Map<ColumnText, ColumnAnswers>();
  return {
    of,
    column(column) {
      let answers = columns.get(column);
      if (!answers) columns.set(column, (answers = readColumn(column)));
      return answers;
    },
  };
}
