import { columnLabel, metricOf } from '../describe/refs.js';
import { reaches } from '../plan/join-graph.js';
import { isHangul, type Token } from '../read/token.js';
import { as, countedBy, is, refuse, spanOf, type Draft, type Stop } from './draft.js';
import { inMoney } from './fit-currencies.js';
import { REASONS } from './reasons.js';
import { subjectsOf } from './values.js';

/** "products priced over $100", "배송비가 10달러 이상인": a condition on the row's own figure. */
export function bindColumnThresholds(draft: Draft): Stop | undefined {
  const { words, pack } = draft;
  let apart: Token | undefined;
  let summed: Token | undefined;
  words.forEach((token, i) => {
    const threshold = as(token, 'threshold');
    if (!threshold || token.used) return;
    const beside = [words[i - 1], words[i + 1]].find((t) => is(t, 'column') && !t!.used) ?? pricedBy(draft, i);
    const listed = threshold.price ? pack.entities.get(draft.entity ?? '') : undefined;
    const ref = as(beside, 'column')?.ref ?? amountOf(draft, beside) ?? (listed?.amount === undefined ? undefined : `${listed.id}.${listed.amount}`);
    const [entity = '', id = ''] = ref?.split('.') ?? [];
    if (ref === undefined || pack.entities.get(entity)?.columns.get(id)?.role !== 'measure') return;
    if (threshold.percent && unitOfColumn(draft, entity, id) !== 'percent') return;
    if (beside && is(beside, 'column')) {
      if (entity !== subjectsOf(draft)[0] && TOTAL.test(draft.ask.question.slice(0, beside.start))) summed = beside;
      beside.used = true;
    }
    token.used = true;
    if (draft.filters.some((f) => f.op.endsWith('exists') && !reaches(pack, f.ref, entity))) apart = token;
    inMoney(draft, ref, token);
    const named = columnLabel(pack.entities.get(entity)!.columns.get(id)!)[draft.ask.locale];
    const filter = { ref, values: [threshold.value], label: `${named} ${threshold.op} ${threshold.value}`, token, span: spanOf(token) };
    draft.filters.push({ ...filter, op: threshold.op });
    if (threshold.upper !== undefined) draft.filters.push({ ...filter, op: 'lte', values: [threshold.upper], label: `${named} lte ${threshold.upper}` });
  });
  // "who bought products that cost over 500 in May": what was bought then must be what costs as much, which two conditions would not say.
  if (summed) return refuse(draft, 'no-correct-plan', { detail: REASONS.totalOfMember(draft.ask.locale, summed.text) });
  return apart ? refuse(draft, 'no-correct-plan', { detail: REASONS.priceOfBought(draft.ask.locale, apart.text) }) : impossible(draft);
}

const TOTAL = /(?:total|sum of|총|전체)\s*$/i;

/** "with a price over 10 and with a price under 5": no one row is both, so two rows are meant. */
function impossible(draft: Draft): Stop | undefined {
  const limits = draft.filters.filter((f) => f.ref.includes('.') && ['gt', 'gte', 'lt', 'lte'].includes(f.op));
  const lower = limits.find((f) => f.op.startsWith('gt') && limits.some((o) => o.ref === f.ref && o.op.startsWith('lt') && Number(o.values[0]) < Number(f.values[0])));
  return lower ? refuse(draft, 'no-correct-plan', { detail: REASONS.bothLimits(draft.ask.locale, lower.label) }) : undefined;
}

const unitOfColumn = ({ pack }: Draft, entity: string, column: string): unknown => pack.entities.get(entity)?.columns.get(column)?.unit;

/** "products over $100", "100달러 넘는 상품": the entity beside an amount of money that no figure of money is for. */
function pricedBy({ words, metrics, pack }: Draft, i: number): Token | undefined {
  const threshold = as(words[i], 'threshold');
  // "the revenue of products that cost over 100": what costs is what stands nearest, whatever is measured.
  if (threshold?.price) return (isHangul(words[i]!.text) ? words.slice(i + 1) : words.slice(0, i).reverse()).find((t) => is(t, 'entity') || countedBy(pack, as(t, 'metric')?.ref ?? '') !== undefined);
  // "payments larger than 2k": the size of a thing is its amount. "Customers with more than 5" says how many.
  const sized = isHangul(words[i]!.text) ? words[i + 1] : words[i - 1];
  const measured = isHangul(words[i]!.text) ? words[i - 1] : words[i + 1];
  if (threshold && !threshold.counter && !threshold.percent && !is(measured, 'metric', 'column', 'entity') && is(sized, 'entity') && amountOf({ pack }, sized) !== undefined) return sized;
  const money = threshold?.currency && !metrics.some((m) => !['count', 'percent'].includes(metricOf(pack, m.ref)?.unit ?? ''));
  if (!money) return undefined;
  const priced = (t: Token | undefined): boolean => is(t, 'entity', 'metric') && amountOf({ pack }, t) !== undefined;
  const named = words.filter(priced);
  return [words[i + 1], words[i - 1]].find(priced) ?? (named.length === 1 ? named[0] : undefined);
}

function amountOf({ pack }: Pick<Draft, 'pack'>, token: Token | undefined): string | undefined {
  const entity = pack.entities.get(as(token, 'entity')?.ref ?? countedBy(pack, as(token, 'metric')?.ref ?? '') ?? '');
  return entity?.amount === undefined ? undefined : `${entity.id}.${entity.amount}`;
}
