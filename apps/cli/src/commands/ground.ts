import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { groundAnswer } from '@countersign/evidence';
import { requireJsonl } from '../arguments.js';
import { exactJson, type ExactJson } from '../exact-json.js';
import { LineError, pumpJsonLines, textMember } from '../json-lines.js';
import { linesOf } from '../lines.js';
import { columnNames, plainRows } from '../result-member.js';

/** An answer is a paragraph. */
const MOST_CHARS = 20_000;

/** `countersign ground`: does every figure of an answer stand on the table? */
export async function groundCommand(args: string[], input: Readable, output: Writable): Promise<number> {
  const { values } = parseArgs({ args, options: { jsonl: { type: 'boolean' } } });
  requireJsonl(values.jsonl);
  await pumpJsonLines(linesOf(input), output, {
    known: ['columns', 'rows', 'answer'],
    width: 1,
    work: async (line, raw) => {
      const answer = textMember(line, 'answer');
      if (answer.length > MOST_CHARS) throw new LineError('answer-too-long', `an answer has at most ${MOST_CHARS} characters`);
      const columns = member(raw, 'columns');
      const names = columnNames(columns, 'columns');
      const units = Array.isArray(columns) ? columns.map(unitOf) : [];
      return { ...groundAnswer({ columns: names.map((name, i) => ({ name, unit: units[i] })), rows: plainRows(member(raw, 'rows'), names.length, 'rows'), answer }) };
    },
  });
  return 0;
}

function member(raw: ReadonlyMap<string, string>, name: string): ExactJson | undefined {
  const text = raw.get(name);
  return text === undefined ? undefined : exactJson(text);
}

function unitOf(column: ExactJson): string | undefined {
  const unit = typeof column === 'object' && column !== null && !Array.isArray(column) ? column['unit'] : undefined;
  return typeof unit === 'string' ? unit : undefined;
}
