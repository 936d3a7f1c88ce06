import type { QuestionSpan } from '@countersign/contracts';

export interface QuestionPart {
  text: string;
  kind: QuestionSpan['kind'] | null;
  ref?: string;
}

/** The question cut at the stretches that were understood; blanks between them have no kind. */
export function questionParts(question: string, spans: readonly QuestionSpan[]): QuestionPart[] {
  const parts: QuestionPart[] = [];
  let at = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.start < at || span.end > question.length || span.end <= span.start) continue;
    if (span.start > at) parts.push({ text: question.slice(at, span.start), kind: null });
    parts.push({ text: question.slice(span.start, span.end), kind: span.kind, ref: span.ref });
    at = span.end;
  }
  if (at < question.length) parts.push({ text: question.slice(at), kind: null });
  return parts;
}
