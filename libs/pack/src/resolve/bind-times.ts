import { datesOf, metricOf, onDate } from '../describe/refs.js';
import { as, is, spanOf, type Draft, type Stop } from './draft.js';
import { asksTime } from './fit-metrics.js';
import type { Token } from '../read/token.js';

const DATED = { en: (date: string) => `The period is taken by ${date}.`, ko: (date: string) => `기간을 ${date} 기준으로 봅니다.` };

/** A metric with several dates: the one the question names, else the usual one, else (where the pack says so) a question back. */
export function bindTimes(draft: Draft): Stop | undefined {
  const dated = asksTime(draft);
  for (const metric of draft.metrics) {
    const dates = datesOf(draft.pack, metric.ref);
    if (dates.length < 2) continue;
    const token = draft.words.find((t) => dates.includes(as(t, 'column')?.ref ?? ''));
    const named = as(token, 'column')?.ref ?? chosen(draft, metric, dates) ?? termDate(draft, dates);
    if (token) token.used = true;
    if (named === undefined && dated && draft.pack.metrics.get(metric.ref) && asksDate(draft, metric.ref)) return askDate(draft, metric, dates);
    if (named === undefined || named === dates[0]) continue;
    metric.ref = onDate(metric.ref, named);
    metric.label = metricOf(draft.pack, metric.ref)!.label[draft.ask.locale];
  }
  return undefined;
}

/** "… in spring 2025": of several dates, a term is that of the term. */
function termDate({ pack, words }: Draft, dates: string[]): string | undefined {
  const periods = words.flatMap((t) => as(t, 'period') ?? []);
  const terms = pack.dimensions.get(pack.calendar.academic?.dimension ?? '')?.entity;
  return periods.length > 0 && periods.every(({ range }) => range.unit === 'term') ? dates.find((date) => date.split('.')[0] === terms) : undefined;
}

function asksDate({ pack }: Draft, ref: string): boolean {
  const def = pack.metrics.get(ref);
  return def !== undefined && 'askTime' in def && def.askTime;
}

const wordOf = ({ words }: Draft, metric: Draft['metrics'][number]): Token | undefined => words.find((t) => t.start === metric.span?.start && t.end === metric.span.end);

function chosen(draft: Draft, metric: Draft['metrics'][number], dates: string[]): string | undefined {
  const token = wordOf(draft, metric);
  const said = (token && draft.ask.choices[token.text]) ?? draft.ask.choices[metric.label] ?? draft.ask.choices[metric.ref];
  return said !== undefined && dates.includes(said) ? said : undefined;
}

function askDate(draft: Draft, metric: Draft['metrics'][number], dates: string[]): Stop {
  const { pack, ask } = draft;
  const token = wordOf(draft, metric);
  return {
    clarify: {
      term: token && is(token, 'metric') ? token.text : metric.label,
      kind: 'period',
      ...(token ? { span: spanOf(token) } : {}),
      choices: dates.map((ref, i) => {
        const [entity = '', column = ''] = ref.split('.');
        const label = pack.entities.get(entity)!.columns.get(column)!.label?.[ask.locale] ?? column;
        return { ref, label, definition: DATED[ask.locale](label), usual: i === 0 };
      }),
    },
  };
}
