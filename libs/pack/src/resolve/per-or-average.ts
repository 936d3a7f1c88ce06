import { metricOf } from '../describe/refs.js';
import { ofMember, reaches } from '../plan/join-graph.js';
import { isHangul, type Token } from '../read/token.js';
import { addMetric } from './add-metric.js';
import { as, countedBy, is, leavesOf, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** "average orders per customer", "고객당 주문 수", "인당 순매출", "average monthly net revenue". */
export function perOrAverage(draft: Draft): Stop | undefined {
  const average = draft.words.find((t) => as(t, 'aggregate')?.fn === 'avg' && !t.used);
  if (perCounted(draft, average)) return undefined;
  const per = perPerson(draft) ?? perEntity(draft, average);
  if (per) {
    countInstead(draft, per);
    if (draft.metrics.length === 1) return divide(draft, per, average);
  }
  if (average) averageOver(draft, average);
  return undefined;
}

/** "orders per buyer", "구매 고객당 주문 수": what is divided by is a metric that counts members. */
function perCounted(draft: Draft, average: Token | undefined): boolean {
  const { words, pack, ask } = draft;
  const at = words.findIndex((t) => as(t, 'by')?.ratio && !as(t, 'by')!.person);
  const counted = words[as(words[at], 'by')?.side === 'next' ? at + 1 : at - 1];
  if (at < 0 || !is(counted, 'metric') || countedBy(pack, as(counted, 'metric')!.ref) === undefined) return false;
  const other = words.find((t) => is(t, 'entity') && !t.used && !t.grouped);
  const count = pack.entities.get(as(other, 'entity')?.ref ?? '')?.count;
  if (draft.metrics.length === 1 && other && count !== undefined) addMetric(draft, count, other);
  const [bottom, top, ...more] = [...draft.metrics].sort((m) => (m.span?.start === counted?.start ? -1 : 1));
  if (!top || more.length > 0 || bottom?.span?.start !== counted!.start) return false;
  const ref = `${top.ref}.per_${bottom.ref}`;
  const made = metricOf(pack, ref);
  if (!made) return false;
  for (const t of [words[at]!, ...(average ? [average] : [])]) t.used = true;
  draft.metrics = [{ ...top, ref, label: made.label[ask.locale] }];
  return true;
}

interface Per {
  entity: string;
  token: Token;
}

function perEntity({ words, pack }: Draft, average: Token | undefined): Per | undefined {
  // "top 5 … per customer" lists the members.
  const ranked = words.some((t) => is(t, 'top', 'rank', 'threshold', 'list', 'sorted', 'sort-by'));
  const token = words.find((t, i) => {
    const entity = as(t, 'entity')?.ref;
    if (entity === undefined || !t.grouped) return false;
    const mark = [words[i - 1], words[i + 1], is(words[i + 1], 'amount') ? words[i + 2] : undefined].find((b) => as(b, 'by')?.ratio);
    return mark !== undefined && (average !== undefined || (!ranked && (isHangul(mark.text) || pack.per.includes(entity))));
  });
  return token && { entity: as(token, 'entity')!.ref, token };
}

/** "per head", "인당": of the people the pack knows. */
function perPerson({ words, pack }: Draft): Per | undefined {
  const token = words.find((t) => as(t, 'by')?.person);
  const people = [...pack.entities.values()].find((e) => [...e.columns.values()].some((c) => c.role === 'label' && c.sensitivity === 'personal'));
  if (!token || !people) return undefined;
  const beside = words[words.indexOf(token) - 1];
  if (as(beside, 'entity')?.ref === people.id) beside!.used = true;
  return { entity: people.id, token };
}

/** With nothing measured, the other entity is counted. */
function countInstead(draft: Draft, per: Per): void {
  if (draft.metrics.length > 0) return;
  const other = draft.words.find((t) => is(t, 'entity') && !t.used && !t.grouped && as(t, 'entity')!.ref !== per.entity);
  const count = draft.pack.entities.get(as(other, 'entity')?.ref ?? '')?.count;
  if (other && count) addMetric(draft, count, other);
}

function divide(draft: Draft, { entity, token }: Per, average: Token | undefined): Stop | undefined {
  const { pack, ask } = draft;
  const metric = draft.metrics[0]!;
  const own = metricOf(pack, metric.ref);
  token.used = true;
  token.grouped = false;
  // "average shipping fee per order" is the average over orders as it stands.
  if (own?.kind === 'avg' && own.of === entity) return undefined;
  const fitting = ofMember(pack, metric.ref, entity);
  const ref = `${fitting}.per_${entity}`;
  const per = metricOf(pack, ref);
  if (!fitting || !per || !leavesOf(pack, fitting).every((leaf) => reaches(pack, leaf.of, entity))) return refuse(draft, 'no-correct-plan', { detail: REASONS.perMember(ask.locale, metric.label, pack.entities.get(entity)!.label[ask.locale]) });
  if (average) average.used = true;
  draft.metrics = [{ ...metric, ref, label: per.label[ask.locale] }];
  return undefined;
}

/** "월평균", "average monthly …", "하루 평균": the unit beside the word for the mean. */
function averageOver(draft: Draft, average: Token): void {
  const { words } = draft;
  const at = words.indexOf(average);
  const joined = words[at - 1];
  const unit = is(joined, 'unit') && !joined!.used ? joined! : words.find((t) => is(t, 'unit') && t.grouped);
  if (!unit || Math.abs(at - words.indexOf(unit)) > 2 || words.some((t) => is(t, 'unit') && t.grouped && t !== unit)) return;
  // "한 달 평균"
  const one = words[words.indexOf(unit) - 1];
  if (as(one, 'amount')?.value === '1') one!.used = true;
  average.used = unit.used = true;
  unit.grouped = false;
  draft.averageOver = as(unit, 'unit')!.unit;
  draft.notes.push({ code: 'calendar-mean', params: { grain: draft.averageOver } });
}
