import { reaches } from '../plan/join-graph.js';
import { addMetric } from './add-metric.js';
import { askTermLike } from './ask.js';
import { as, countedBy, is, leavesOf, type Draft, type Stop } from './draft.js';

/** Choices a person can look over. */
const MOST = 5;

/** "our best category", "top 10 customers": a ranking that does not say by what is asked about. */
export function askMeasure(draft: Draft): Stop | undefined {
  const { words, pack, ask } = draft;
  const mark = words.find((t) => is(t, 'top') && !t.used);
  if (!mark || draft.metrics.length > 0 || draft.dimensions.length > 0 || draft.entity !== undefined || words.some((t) => is(t, 'column', 'rank', 'share', 'aggregate', 'how-many', 'value'))) return undefined;
  // A second noun may be what is counted: "the most orders".
  const [noun, ...more] = words.filter((t) => is(t, 'dimension', 'entity', 'metric', 'term', 'unit', 'event', 'weekday'));
  const ref = as(noun, 'entity')?.ref ?? countedBy(pack, as(noun, 'metric')?.ref ?? '') ?? pack.dimensions.get(as(noun, 'dimension')?.ref ?? '')?.entity;
  if (!noun || more.length > 0 || ref === undefined || (!is(noun, 'dimension') && pack.entities.get(ref)?.dimension === undefined)) return undefined;
  const ranked = [...pack.metrics.values()].filter((m) => !m.private && (m.kind === 'count' || m.kind === 'sum' || m.kind === 'derived') && countedBy(pack, m.id) !== ref);
  const means = ranked.filter((m) => leavesOf(pack, m.id).every((leaf) => !leaf.balance && reaches(pack, leaf.of, ref))).map((m) => m.id).slice(0, MOST);
  if (means.length === 0) return undefined;
  const chosen = ask.choices[mark.text];
  if (chosen === undefined || !means.includes(chosen)) return askTermLike(draft, mark.text, mark, means);
  addMetric(draft, chosen, null);
  return undefined;
}
