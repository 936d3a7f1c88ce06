import { type JobView, type ProblemCode, PROBLEMS, type ReviewPacket, problemText } from '@countersign/contracts';
import type { DemoOutcome } from './outcome.js';

const SHOWN_ROWS = 20;
const heading = (title: string): string => `\n── ${title} ${'─'.repeat(Math.max(4, 72 - title.length))}`;

/** Chapters of the story as text for a terminal. */
export function narrate(chapter: string, view: JobView, packet?: ReviewPacket): string {
  const { job } = view;
  const lines: string[] = [];
  if (chapter === 'clarify' && job.clarification) {
    lines.push(heading('Asked back'), `“${job.clarification.term}” can mean:`, ...job.clarification.choices.map((c) => `  ${c.ref.padEnd(18)} ${c.label} — ${c.definition}${c.usual ? '  (usual)' : ''}`));
  }
  if (chapter === 'review' && packet) {
    const { interpretation: meaning, candidate, gateReport, estimate, review } = job;
    lines.push(
      heading('Interpretation'),
      ...(meaning ? [`  intent      ${meaning.intent}`, `  metrics     ${meaning.metrics.map((m) => m.ref).join(', ') || '–'}`, `  dimensions  ${meaning.dimensions.map((d) => d.ref + (d.grain ? `:${d.grain}` : '')).join(', ') || '–'}`, `  filters     ${meaning.filters.map((f) => f.label).join('; ') || '–'}`, `  period      ${meaning.period ? `${meaning.period.from ?? '…'} to before ${meaning.period.to ?? '…'}` : 'all time'}`] : []),
      heading(`Candidate (revision ${candidate?.revision}, by the ${candidate?.origin})`), candidate?.sql ?? '',
      heading('Gate'), ...(gateReport?.verdict === 'accept' ? [`  accepted: ${gateReport.checks.filter((c) => c.status === 'pass').length} checks passed, ${packet.attention.length} to look at; at most ${Math.min(gateReport.limit, review?.bundle.caps.maxRows ?? Infinity)} rows`, `  tables ${gateReport.tables.join(', ')}`, '  will run:', gateReport.sql] : []),
      heading('Estimate'), estimate?.available ? `  cost ${estimate.cost}, largest node ${estimate.rows} rows` : `  none: ${estimate?.reason ?? ''}`,
      heading('Review'), `  risk ${review?.risk.level}; digest ${review?.digest}`, `  the asker's grants cover it: ${packet.access.covered ? 'yes' : `no, missing ${packet.access.missing.join(', ')}`}`,
    );
  }
  return lines.join('\n');
}

/** How it ended: rows, sentence, times. */
export function narrateEnd(outcome: DemoOutcome, view: JobView): string {
  const { job } = view;
  const lines: string[] = [];
  if (job.approval) lines.push(heading('Approval'), `  ${job.approval.decision} by ${job.approval.by.name} at ${job.approval.decidedAt}`);
  if (outcome.rows.length > 0) lines.push(heading(`Result (${outcome.rows.length} rows)`), ...table(job.result?.columns.map((c) => c.name) ?? [], outcome.rows.slice(0, SHOWN_ROWS)), ...(outcome.rows.length > SHOWN_ROWS ? [`  … ${outcome.rows.length - SHOWN_ROWS} more`] : []));
  lines.push(heading(job.state));
  if (outcome.answer) lines.push(outcome.answer, `  ${outcome.claims.length} figures, each tied to returned values`);
  if (job.state === 'NEEDS_CLARIFICATION' && job.clarification) lines.push(`“${job.clarification.term}” can mean:`, ...job.clarification.choices.map((c) => `  ${c.ref.padEnd(18)} ${c.label} — ${c.definition}${c.usual ? '  (usual)' : ''}`), 'Say it with --choose REF.');
  if (job.refusal) lines.push(job.refusal.code in PROBLEMS ? problemText(job.refusal.code as ProblemCode, job.locale, job.refusal.params) : job.refusal.code, ...job.refusal.nearest.map((n) => `  near: ${n.label} (${n.ref})`));
  lines.push(heading('Timings'), ...view.timings.map((t) => `  ${t.step.padEnd(14)} ${(t.durationUs / 1000).toFixed(2).padStart(10)} ms   ${t.process.split('@')[0]}`));
  return lines.join('\n');
}

function table(names: string[], rows: (string | null)[][]): string[] {
  const widths = names.map((name, i) => Math.max(name.length, ...rows.map((r) => (r[i] ?? 'NULL').length)));
  const line = (cells: (string | null)[]) => `  ${cells.map((c, i) => (c ?? 'NULL').padEnd(widths[i] ?? 0)).join('  ')}`;
  return [line(names), line(widths.map((w) => '─'.repeat(w))), ...rows.map(line)];
}
