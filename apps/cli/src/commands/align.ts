import { availableParallelism } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Dialect, isFault, Locale, problemText } from '@countersign/contracts';
import type { Alignment } from '@countersign/evidence';
import { dayIn } from '@countersign/pipeline';
import { createDeadlinePool } from '@countersign/platform';
import type { AlignTask } from '../align-thread.js';
import { dayArgument, dialectArgument, isDay, requireJsonl } from '../arguments.js';
import { choiceMember, LineError, pumpJsonLines, textMember } from '../json-lines.js';
import { linesOf } from '../lines.js';
import { readPackFolder } from '../pack-folder.js';
import { UsageError } from '../usage.js';

/** A pair is decided in some 50 ms; SQL that takes this long is beyond what can be worked out. */
const DEADLINE_MS = 10_000;

/** `countersign align`: does this SQL answer this question? No model is called. */
export async function alignCommand(args: string[], input: Readable, output: Writable, notes: Writable): Promise<number> {
  const { values } = parseArgs({ args, options: { jsonl: { type: 'boolean' }, pack: { type: 'string' }, dialect: { type: 'string' }, today: { type: 'string' } } });
  requireJsonl(values.jsonl);
  if (values.pack === undefined) throw new UsageError('align needs --pack DIR');
  const folder = values.pack;
  const usual = dialectArgument(values.dialect);
  const { calendar } = readPackFolder(folder);
  const today = values.today === undefined ? dayIn(calendar.timezone, new Date().toISOString()) : dayArgument('--today', values.today);
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const pool = createDeadlinePool<AlignTask, Alignment>({ filename: require.resolve('../align-thread.js'), threads, deadlineMs: DEADLINE_MS, startupMs: 30_000 });
  try {
    await pumpJsonLines(linesOf(input), output, {
      known: ['question', 'sql', 'dialect', 'today', 'locale'],
      width: threads * 4,
      work: async (line) => {
        const task = {
          pack: folder, question: textMember(line, 'question'), sql: textMember(line, 'sql'), dialect: choiceMember(line, 'dialect', Dialect.options, usual),
          today: dayMember(line, 'today') ?? today, locale: choiceMember(line, 'locale', Locale.options, undefined),
        };
        return { ...(await pool.run(task).catch((error: unknown) => lost(error, notes))) };
      },
    });
  } finally {
    await pool.close();
  }
  return 0;
}

function dayMember(line: Record<string, unknown>, name: string): string | undefined {
  const value = line[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !isDay(value)) throw new LineError('bad-member', `"${name}" is no day, YYYY-MM-DD`);
  return value;
}

/** Whatever went wrong, nothing is called aligned, and the lines behind it are still answered. */
function lost(error: unknown, notes: Writable): Alignment {
  notes.write(`countersign: a pair was not decided: ${isFault(error) ? (error.params.reason ?? error.kind) : String(error)}\n`);
  return { aligned: false, score: 0, findings: [{ rule: 'not-decided', message: problemText('gate-unavailable', 'en') }] };
}
