import type { Choice } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { mixedUnit, type MixedUnit } from '../plan/units.js';
import type { Draft, Stop } from './draft.js';
import { saidCurrencies } from './fit-currencies.js';

/** Amounts in different units are never added up or ranked: the asker says which unit, or has each by itself. */
export function fitUnits(draft: Draft): Stop | undefined {
  for (let mixed = mixedUnit(draft.pack, asked(draft)); mixed; mixed = mixedUnit(draft.pack, asked(draft))) {
    const chosen = choiceFor(draft, mixed);
    if (chosen === undefined || !choicesFor(draft, mixed).some((c) => c.ref === chosen)) return ask(draft, mixed);
    take(draft, mixed, chosen);
  }
  return undefined;
}

const asked = (draft: Draft): Parameters<typeof mixedUnit>[1] => ({ ...draft });

const choiceFor = ({ ask: { choices, locale }, pack }: Draft, { dimension }: MixedUnit): string | undefined => choices[pack.dimensions.get(dimension)!.label[locale]] ?? choices[dimension];

function ask(draft: Draft, mixed: MixedUnit): Stop {
  const { pack, ask: { locale } } = draft;
  const span = draft.metrics.find((m) => m.ref === mixed.metric)?.span;
  return { clarify: { term: pack.dimensions.get(mixed.dimension)!.label[locale], kind: 'value', ...(span ? { span } : {}), choices: choicesFor(draft, mixed) } };
}

/** Each unit by itself, one of them, or the metric that converts. A limit on the figure leaves no room for "each", and money of one currency none for another. */
function choicesFor(draft: Draft, { metric, leaf, dimension }: MixedUnit): Choice[] {
  const { pack, ask: { locale } } = draft;
  const def = pack.dimensions.get(dimension)!;
  const converted = metric === leaf.id ? metricOf(pack, leaf.unitFrom?.converted ?? '') : undefined;
  const said = saidCurrencies(draft);
  const fits = (unit: string | undefined): boolean => !said || (unit !== undefined && said.includes(unit));
  const each = draft.having.length > 0 || said ? [] : [{ ref: dimension, label: EACH[locale](def.label[locale]), definition: def.definition[locale], usual: !converted }];
  return [
    ...(converted && fits(converted.unit) ? [{ ref: leaf.unitFrom!.converted!, label: converted.label[locale], definition: converted.definition[locale], usual: true }] : []),
    ...each,
    ...[...(def.values ?? [])].filter(([value]) => fits(value)).map(([value, label]) => ({ ref: `${dimension}=${value}`, label: `${def.label[locale]} = ${label[locale]}`, definition: ONLY[locale](label[locale]), usual: false })),
  ];
}

const EACH = { en: (unit: string) => `by ${unit}`, ko: (unit: string) => `${unit}별` };
const ONLY = { en: (unit: string) => `Only rows in ${unit}.`, ko: (unit: string) => `${unit}인 행만.` };

function take(draft: Draft, mixed: MixedUnit, chosen: string): void {
  const { pack, ask: { locale } } = draft;
  const { dimension, leaf } = mixed;
  const def = pack.dimensions.get(dimension)!;
  if (chosen === leaf.unitFrom?.converted) {
    draft.metrics = draft.metrics.map((m) => (m.ref === leaf.id ? { ...m, ref: chosen, label: metricOf(pack, chosen)!.label[locale] } : m));
    draft.having = draft.having.map((h) => (h.ref === leaf.id ? { ...h, ref: chosen } : h));
    draft.money = draft.money.map((m) => (m.ref === leaf.id ? { ...m, ref: chosen } : m));
    draft.order = draft.order.map((o) => (o.ref === leaf.id ? { ...o, ref: chosen } : o));
  } else if (chosen === dimension) {
    if (!draft.dimensions.some((d) => d.ref === dimension)) draft.dimensions.push({ ref: dimension, label: def.label[locale] });
    if (draft.limit !== undefined) draft.limitWithin = [...(draft.limitWithin ?? []), dimension];
    if (draft.shareWithin) draft.shareWithin = [...draft.shareWithin, dimension];
  } else {
    const value = chosen.slice(dimension.length + 1);
    draft.filters.push({ ref: dimension, op: 'eq', values: [value], label: `${def.label[locale]} = ${def.values?.get(value)?.[locale] ?? value}`, token: null });
  }
}
