import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Locale, PROBLEMS, problemText, type Clarification, type Dialect, type Interpretation, type NameBinding, type ProblemCode, type Refusal, type Scope } from '@countersign/contracts';
import { lookedUp, planQuery, resolveQuestion, type Pack } from '@countersign/pack';
import { dayIn, readQuestion } from '@countersign/pipeline';
import { printCanonical } from '@countersign/sql';
import { dayArgument, dialectArgument, requireJsonl } from '../arguments.js';
import type { GatePool } from '../gate-pool.js';
import { choiceMember, LineError, pumpJsonLines, textMember } from '../json-lines.js';
import { linesOf } from '../lines.js';
import { readBindingFile, readPackFolder, scopeOfPack } from '../pack-folder.js';
import { UsageError } from '../usage.js';

export interface Asking {
  pack: Pack;
  binding: NameBinding;
  scope: Scope;
  dialect: Dialect;
  today: string;
  gate: Pick<GatePool, 'check'>;
}

export type AskLine =
  | { outcome: 'sql'; sql: string; interpretation: Interpretation }
  | { outcome: 'clarify'; interpretation: Interpretation; clarification: Pick<Clarification, 'term' | 'choices'> }
  | { outcome: 'refuse'; interpretation: Interpretation | null; reason: string };

/** `countersign ask`: what does this question mean, and which SQL would answer it? No model is called. */
export async function askCommand(args: string[], input: Readable, output: Writable, notes: Writable): Promise<number> {
  const { values } = parseArgs({ args, options: { jsonl: { type: 'boolean' }, pack: { type: 'string' }, binding: { type: 'string' }, dialect: { type: 'string' }, today: { type: 'string' } } });
  requireJsonl(values.jsonl);
  if (values.pack === undefined) throw new UsageError('ask needs --pack DIR');
  const dialect = dialectArgument(values.dialect);
  const pack = readPackFolder(values.pack);
  const binding = readBindingFile(values.binding, pack);
  const today = values.today === undefined ? dayIn(pack.calendar.timezone, new Date().toISOString()) : dayArgument('--today', values.today);
  const { openGatePool } = await import('../gate-pool.js');
  const gate = openGatePool(notes);
  const asking: Asking = { pack, binding, scope: scopeOfPack(pack, binding), dialect, today, gate };
  try {
    await pumpJsonLines(linesOf(input), output, {
      known: ['question', 'locale'],
      width: gate.width,
      work: (line) => askLine(asking, textMember(line, 'question'), choiceMember(line, 'locale', Locale.options, undefined)),
    });
  } finally {
    await gate.close();
  }
  return 0;
}

/** @throws LineError when the gate gave no verdict: that is no refusal of the question */
export async function askLine(asking: Asking, raw: string, locale: Locale | undefined): Promise<AskLine> {
  const read = readQuestion(raw);
  if ('code' in read) return { outcome: 'refuse', interpretation: null, reason: reasonOf(read, locale ?? 'en') };
  const { pack, binding, scope, dialect, today, gate } = asking;
  const resolution = resolveQuestion(pack, { question: read.text, today, choices: {}, ...(locale ? { locale } : {}) });
  const { interpretation } = resolution;
  if (resolution.outcome === 'clarify') {
    const { term, choices } = resolution.clarification;
    return { outcome: 'clarify', interpretation, clarification: { term, choices } };
  }
  if (resolution.outcome === 'refuse') return { outcome: 'refuse', interpretation, reason: `${reasonOf(resolution.refusal, interpretation.locale)}${unlooked(pack, interpretation)}` };
  const plan = planQuery(pack, interpretation);
  if (plan.outcome === 'refuse') return { outcome: 'refuse', interpretation, reason: reasonOf(plan.refusal, interpretation.locale) };
  const report = await gate.check({ sql: printCanonical(plan.query), from: 'canonical', dialect, scope, binding });
  if (report.verdict === 'accept') return { outcome: 'sql', sql: report.sql, interpretation };
  if (report.rule === 'gate-unavailable') throw new LineError(report.rule, report.message);
  return { outcome: 'refuse', interpretation, reason: `${reasonOf({ code: 'gate-rejected', params: { rule: report.rule } }, interpretation.locale)} ${report.message}` };
}

const NEEDS: Record<Locale, (columns: string) => string> = {
  en: (columns) => ` (Not looked up: the real values of ${columns}. That takes a data source, which this command has none of.)`,
  ko: (columns) => ` (조회하지 않음: ${columns}의 실제 값. 이 명령에는 없는 데이터 소스가 필요합니다.)`,
};

/** What could not be looked up here, where a word was left that a real value may be. */
function unlooked(pack: Pack, { locale, spans }: Interpretation): string {
  const columns = lookedUp(pack);
  return columns.length > 0 && spans.some(({ kind }) => kind === 'unbound') ? NEEDS[locale](columns.join(', ')) : '';
}

/** Code, then its text in the language of the question. */
function reasonOf({ code, params }: Pick<Refusal, 'code' | 'params'>, locale: Locale): string {
  return code in PROBLEMS ? `${code}: ${problemText(code as ProblemCode, locale, params)}` : code;
}
