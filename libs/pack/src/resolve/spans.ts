import type { QuestionSpan } from '@countersign/contracts';
import type { Token } from '../read/token.js';

const KINDS: Record<string, QuestionSpan['kind']> = {
  metric: 'metric', term: 'metric', rank: 'order', column: 'dimension', dimension: 'dimension', unit: 'dimension', by: 'dimension', value: 'filter', filter: 'filter', cue: 'filter',
  not: 'filter', exclude: 'filter', 'have-not': 'filter', have: 'filter', event: 'filter', 'do-not': 'filter', threshold: 'number', amount: 'number', period: 'period', 'all-time': 'period',
  'include-current': 'period', top: 'order', sorted: 'order', 'sort-by': 'order', entity: 'entity', versus: 'comparison', change: 'comparison', share: 'comparison', compare: 'comparison',
  cumulative: 'comparison', weekday: 'filter', 'week-of': 'period', currency: 'number', unknown: 'unbound', topic: 'unbound', personal: 'unbound', 'how-many': 'metric', aggregate: 'metric',
};

/** The question as coloured stretches; together they cover every character that is not blank. */
export function toSpans(tokens: Token[]): QuestionSpan[] {
  return tokens.map(({ lex, start, end }) => {
    const ref = 'ref' in lex ? lex.ref : lex.t === 'value' ? lex.candidates.map((c) => `${c.dimension}=${c.value}`).join('|') : undefined;
    return { start, end, kind: KINDS[lex.t] ?? 'filler', ...(ref === undefined ? {} : { ref }) };
  });
}
