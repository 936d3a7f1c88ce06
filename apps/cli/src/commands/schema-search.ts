import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { SchemaIndex } from '@countersign/pack';
import { requireJsonl, wholeArgument } from '../arguments.js';
import { readCatalogFile } from '../catalog-file.js';
import { LineError, pumpJsonLines, textMember } from '../json-lines.js';
import { linesOf } from '../lines.js';
import { UsageError } from '../usage.js';

/** Longer than any question; what is searched for in a whole document is nothing. */
const LONGEST_QUESTION = 10_000;
const MOST_TABLES = 1000;

/** `countersign schema search`: which tables and columns is this question about? */
export async function schemaSearchCommand(args: string[], input: Readable, output: Writable): Promise<number> {
  const { values } = parseArgs({ args, options: { jsonl: { type: 'boolean' }, catalog: { type: 'string' }, k: { type: 'string' } } });
  requireJsonl(values.jsonl);
  if (values.catalog === undefined) throw new UsageError('schema search needs --catalog FILE');
  const k = wholeArgument('--k', values.k, 10);
  if (k > MOST_TABLES) throw new UsageError(`--k is at most ${MOST_TABLES}`);
  const index = await readCatalogFile(values.catalog);
  await pumpJsonLines(linesOf(input), output, {
    known: ['question'],
    width: 1,
    work: (line) => Promise.resolve(searchLine(index, textMember(line, 'question'), k)),
  });
  return 0;
}

function searchLine(index: SchemaIndex, question: string, k: number): Record<string, unknown> {
  if (question.trim() === '') throw new LineError('question-empty', 'the question is empty');
  if (question.length > LONGEST_QUESTION) throw new LineError('question-too-long', `the question is longer than ${LONGEST_QUESTION} characters`);
  const { tables, columns } = index.search(question, { k });
  return { tables: tables.map(({ name, score }) => ({ name, score })), columns };
}
