import { columnLabel, metricOf } from '../describe/refs.js';
import { unitShown } from '../plan/units.js';
import type { Token } from '../read/token.js';
import { as, is, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** Remembers that a figure is limited by money, to be held against the unit it ends up in. */
export function inMoney(draft: Draft, ref: string, token: Token): void {
  const limit = as(token, 'threshold');
  // Nothing is nothing in any currency.
  if (limit?.currency && (limit.value !== '0' || limit.upper !== undefined)) draft.money.push({ ref, token });
}

/** The currencies that the money in the question may be in; undefined where it speaks of none. */
export function saidCurrencies({ words }: Draft): readonly string[] | undefined {
  const said = words.flatMap((t) => as(t, 'threshold')?.currency ?? as(t, 'currency')?.codes ?? []);
  return said.length > 0 ? said : undefined;
}

/** "over ₩50,000" of a figure in US dollars: an amount is never compared with one of another currency. */
export function fitCurrencies(draft: Draft): Stop | undefined {
  for (const { ref, token } of draft.money) {
    const stop = clash(draft, ref, as(token, 'threshold')!.currency!, token.text);
    if (stop) return stop;
  }
  for (const token of draft.words) {
    if (!is(token, 'currency') || token.used) continue;
    const money = draft.metrics.map((m) => m.ref).filter((ref) => isMoney(unitOf(draft, ref)));
    for (const ref of money) {
      const stop = clash(draft, ref, as(token, 'currency')!.codes, token.text);
      if (stop) return stop;
    }
    token.used = money.length > 0;
  }
  return undefined;
}

const isMoney = (unit: string | undefined): boolean => unit === '' || /^[A-Z]{3}$/.test(unit ?? '');

function clash(draft: Draft, ref: string, codes: readonly string[], said: string): Stop | undefined {
  const unit = unitOf(draft, ref);
  if (unit === undefined || codes.includes(unit)) return undefined;
  return refuse(draft, 'no-correct-plan', { detail: REASONS.otherCurrency(draft.ask.locale, said, labelOf(draft, ref), unit) });
}

/** The unit of a metric or column here; '' where each row has its own, undefined where none is declared. */
function unitOf(draft: Draft, ref: string): string | undefined {
  if (metricOf(draft.pack, ref)) return unitShown(draft.pack, draft, ref);
  const unit = columnOf(draft, ref)?.unit;
  if (typeof unit !== 'object') return unit;
  const only = draft.filters.find((f) => f.ref === unit.from && f.op === 'eq' && !f.numerator);
  return only?.values[0] ?? '';
}

function labelOf(draft: Draft, ref: string): string {
  const column = columnOf(draft, ref);
  return (metricOf(draft.pack, ref)?.label ?? (column && columnLabel(column)))?.[draft.ask.locale] ?? ref;
}

function columnOf({ pack }: Draft, ref: string) {
  const [entity = '', column = ''] = ref.split('.');
  return pack.entities.get(entity)?.columns.get(column);
}
