import { metricOf } from '../describe/refs.js';
import type { Token } from '../read/token.js';
import { spanOf, type Draft } from './draft.js';

/** Takes a metric into the question, once, with the words it came from. */
export function addMetric(draft: Draft, ref: string, token: Token | null): void {
  if (token) token.used = true;
  if (draft.metrics.some((m) => m.ref === ref)) return;
  draft.metrics.push({ ref, label: metricOf(draft.pack, ref)!.label[draft.ask.locale], ...(token ? { span: spanOf(token) } : {}) });
}
