import { metricOf } from '../describe/refs.js';
import type { Token } from '../read/token.js';
import { spanOf, type Draft } from './draft.js';

/** Takes a metric into the question, once, with the words it came from. */
export function addMetric(draft: Draft, said: string, token: Token | null): void {
  if (token) token.used = true;
  const overTime = draft.pack.series.get(said);
  if (overTime) draft.overTime = overTime;
  const ref = overTime?.of ?? said;
  if (draft.metrics.some((m) => m.ref === ref)) return;
  draft.metrics.push({ ref, label: metricOf(draft.pack, ref)!.label[draft.ask.locale], ...(token ? { span: spanOf(token) } : {}) });
}
