import { reaches } from '../plan/join-graph.js';
import { isHangul, type Token } from '../read/token.js';
import { choiceFor } from './bind-metrics.js';
import { as, is, spanOf, type Draft } from './draft.js';

/** What makes a question one of figures, of ranks or of rows that something is said of. */
const OTHERWISE = ['metric', 'how-many', 'how-much', 'share', 'change', 'top', 'rank', 'threshold', 'versus', 'compare', 'aggregate', 'event', 'have-not', 'both', 'trend', 'cumulative', 'column'] as const;

/** "which channels are there", "different categories of products", "주문 채널 목록": the values themselves, each once. */
export function bindValues(draft: Draft): void {
  const { words, pack } = draft;
  if (draft.metrics.length > 0 || words.some((t) => is(t, ...OTHERWISE) || t.grouped)) return;
  const first = words.findIndex((t, i) => dimensionOf(draft, t) !== undefined && asked(words, i));
  const dimensions = first < 0 ? [] : listFrom(draft, first);
  const of = dimensions[0] && pack.dimensions.get(dimensions[0].ref)!.entity;
  if (of === undefined || dimensions.some(({ ref }) => pack.dimensions.get(ref)!.entity !== of)) return;
  const owners = words.filter((t) => is(t, 'entity') && !t.used);
  const [owner] = owners;
  const base = as(owner, 'entity')?.ref ?? of;
  // "categories of orders": no one category belongs to an order.
  if (owners.length > 1 || !reaches(pack, base, of)) return;
  draft.entity = base;
  draft.distinct = true;
  draft.intent = 'list';
  for (const { ref, token } of dimensions) {
    draft.dimensions.push({ ref, label: pack.dimensions.get(ref)!.label[draft.ask.locale], span: spanOf(token) });
    token.used = true;
  }
  for (const t of words) if (t === owner || is(t, 'distinct', 'list', 'which')) t.used = true;
}

/** What asks for values stands right beside their name: before it in English, on either side in Korean. A thing's own key is no value. */
function asked(words: Token[], at: number): boolean {
  // "which French cities"
  const before = words.slice(0, at).findLast((t) => !is(t, 'value', 'filter'));
  if (is(before, 'distinct', 'which') || (is(before, 'list') && is(words[at + 1], 'entity') === isHangul(words[at]!.text))) return true;
  if (isHangul(words[at]!.text)) return is(words[at + 1], 'list', 'distinct');
  return is(before, 'list') && (!words.some((t) => is(t, 'entity')) || (/s$/i.test(words[at]!.text) && is(words[at + 1], 'entity')));
}

function dimensionOf(draft: Draft, token: Token): string | undefined {
  const { pack } = draft;
  const means = pack.terms.get(as(token, 'term')?.ref ?? '')?.means ?? [];
  const ref = as(token, 'dimension')?.ref ?? (means.length > 0 ? choiceFor(draft, token, means) : undefined);
  const def = pack.dimensions.get(ref ?? '');
  return def && !token.used && !pack.entities.get(def.entity)?.grain.includes(def.column) ? def.id : undefined;
}

/** "channels and payment methods": those listed with the first. */
function listFrom(draft: Draft, first: number): { ref: string; token: Token }[] {
  const { words } = draft;
  const found: { ref: string; token: Token }[] = [];
  for (let at = first; ; at += 2) {
    const token = words[at];
    const ref = token && dimensionOf(draft, token);
    if (!token || ref === undefined) return found;
    found.push({ ref, token });
    if (!is(words[at + 1], 'and')) return found;
  }
}
