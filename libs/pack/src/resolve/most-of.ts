import type { DimensionDef } from '../pack.js';
import { reaches } from '../plan/join-graph.js';
import { isHangul } from '../read/token.js';
import { addMetric } from './add-metric.js';
import { as, is, spanOf, type Draft } from './draft.js';

/** "which artist has the most albums", "the customer who placed the most orders": what stands right after "most" is counted, the other is ranked. */
export function mostOf(draft: Draft): void {
  const { words, pack } = draft;
  const at = words.findIndex((t) => is(t, 'top') && !isHangul(t.text) && !t.used);
  const counted = words[is(words[at + 1], 'how-many') ? at + 2 : at + 1];
  const count = pack.entities.get(as(counted, 'entity')?.ref ?? '')?.count;
  const asked = words.findIndex((t) => is(t, 'which'));
  const before = words.slice(0, Math.max(at, 0));
  const ranked = asked >= 0 && asked < at ? words[asked + 1] : before.some((t) => is(t, 'rel', 'have', 'do', 'event')) ? before.findLast((t) => is(t, 'entity')) : undefined;
  // "who placed the most orders": those with names of their own.
  const who = at > 0 && is(words[0], 'rel') && /^who$/i.test(words[0]!.text) && !before.some((t) => is(t, 'entity')) ? peopleOf(draft, as(counted, 'entity')?.ref) : undefined;
  if (who && count !== undefined && !counted?.grouped && draft.metrics.length === 0) {
    words[0]!.used = true;
    draft.dimensions.push({ ref: who.id, label: who.label[draft.ask.locale], span: spanOf(words[0]!) });
    return addMetric(draft, count, counted!);
  }
  if (at < 0 || !counted || counted.grouped || count === undefined || !is(ranked, 'entity') || ranked === counted || draft.metrics.length > 0) return;
  addMetric(draft, count, counted);
}

/** "the most common payment method": of what it is said of there are most. */
export function commonest(draft: Draft): void {
  const { words, pack } = draft;
  const at = words.findIndex((t) => is(t, 'top') && /common|frequent|rare/i.test(t.text) && !t.used);
  if (at < 0 || draft.metrics.length > 0 || words.some((t) => is(t, 'entity', 'event', 'how-many', 'column', 'term'))) return;
  const named = words.slice(at + 1).find((t) => is(t, 'dimension') && !t.grouped);
  const count = pack.entities.get(pack.dimensions.get(as(named, 'dimension')?.ref ?? '')?.entity ?? '')?.count;
  if (count !== undefined) addMetric(draft, count, null);
}

/** The people that rows of an entity belong to, as a breakdown, where only one kind of them has names. */
function peopleOf({ pack }: Draft, entity: string | undefined): DimensionDef | undefined {
  const people = [...pack.entities.values()].filter((e) => entity !== undefined && e.id !== entity && reaches(pack, entity, e.id) && [...e.columns.values()].some((c) => c.role === 'label' && c.sensitivity === 'personal'));
  return people.length === 1 ? pack.dimensions.get(people[0]!.dimension ?? '') : undefined;
}
