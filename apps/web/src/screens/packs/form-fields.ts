import type { Section } from './pack-outline';

/** How a field is filled in. `refs` and `ref` choose among what the pack declares; `yaml` is edited as text only. */
export type FieldKind = 'text' | 'long' | 'formula' | 'bilingual' | 'bilingual-long' | 'words' | 'texts' | 'ref' | 'refs' | 'choice' | 'flag' | 'number' | 'columns' | 'values' | 'yaml';

export interface Field {
  name: string;
  kind: FieldKind;
  /** Where its refs are declared. */
  of?: Section;
  choices?: readonly string[];
  /** Of metrics: the kinds that have it; absent: all. */
  kinds?: readonly string[];
}

const f = (name: string, kind: FieldKind, more: Omit<Field, 'name' | 'kind'> = {}): Field => ({ name, kind, ...more });
const COUNTED = ['count', 'sum', 'distinct'] as const;
const OF_ROWS = [...COUNTED, 'average'] as const;
const SERIES = ['cumulative', 'period_over_period'] as const;
const MONEY = [...OF_ROWS, 'ratio', 'derived'] as const;
const PERIODS = ['month', 'quarter', 'year'] as const;

/** The form of each kind of declaration: every field that the pack format knows, most used first. */
export const FIELDS: Record<Exclude<Section, 'per' | 'pack'> | 'columns' | 'valueEntries', readonly Field[]> = {
  metrics: [
    f('label', 'bilingual'), f('definition', 'bilingual-long'), f('synonyms', 'words'),
    f('kind', 'choice', { choices: [...MONEY, ...SERIES] }),
    f('of', 'ref', { of: 'entities', kinds: OF_ROWS }), f('of', 'ref', { of: 'metrics', kinds: SERIES }), f('value', 'formula', { kinds: ['sum', 'distinct', 'average'] }), f('weight', 'formula', { kinds: ['average'] }),
    f('numerator', 'ref', { of: 'metrics', kinds: ['ratio'] }), f('denominator', 'ref', { of: 'metrics', kinds: ['ratio'] }), f('percent', 'flag', { kinds: ['ratio'] }), f('formula', 'formula', { kinds: ['derived'] }),
    f('reset', 'choice', { choices: [...PERIODS, 'never'], kinds: ['cumulative'] }), f('against', 'choice', { choices: PERIODS, kinds: ['period_over_period'] }), f('show', 'choice', { choices: ['change', 'change-percent', 'both'], kinds: ['period_over_period'] }),
    f('where', 'refs', { of: 'filters', kinds: OF_ROWS }), f('time', 'text', { kinds: OF_ROWS }), f('times', 'texts', { kinds: OF_ROWS }), f('ask_time', 'flag', { kinds: OF_ROWS }),
    f('unit', 'text', { kinds: MONEY }), f('counts', 'ref', { of: 'entities', kinds: ['distinct'] }),
    f('in_period', 'refs', { of: 'metrics', kinds: OF_ROWS }), f('gaps', 'choice', { choices: ['zero', 'null'], kinds: COUNTED }), f('null_result', 'choice', { choices: ['zero'], kinds: COUNTED }),
    f('balance', 'yaml', { kinds: COUNTED }), f('narrowed', 'yaml', { kinds: OF_ROWS }), f('instead', 'yaml', { kinds: OF_ROWS }), f('small_group', 'yaml', { kinds: OF_ROWS }),
    f('private', 'flag'), f('lower_is_better', 'flag'),
  ],
  dimensions: [f('label', 'bilingual'), f('definition', 'bilingual-long'), f('synonyms', 'words'), f('cues', 'words'), f('of', 'text'), f('show', 'texts'), f('values', 'ref', { of: 'values' }), f('state', 'flag'), f('hidden', 'flag'), f('lookup', 'yaml')],
  filters: [f('label', 'bilingual'), f('definition', 'bilingual-long'), f('where', 'formula'), f('words', 'words'), f('opposite', 'words')],
  terms: [f('words', 'words'), f('means', 'refs', { of: 'metrics' }), f('usual', 'ref', { of: 'metrics' }), f('ambiguous', 'choice', { choices: ['ask'] }), f('unless', 'choice', { choices: ['fits-subject'] })],
  values: [f('codes', 'flag'), f('open', 'flag'), f('values', 'values')],
  entities: [f('label', 'bilingual'), f('description', 'bilingual-long'), f('synonyms', 'words'), f('grain', 'texts'), f('time', 'text'), f('count', 'ref', { of: 'metrics' }), f('dimension', 'ref', { of: 'dimensions' }), f('amount', 'text'), f('listed', 'flag'), f('versions', 'yaml'), f('columns', 'columns')],
  roles: [f('label', 'bilingual'), f('description', 'bilingual-long'), f('synonyms', 'words'), f('of', 'ref', { of: 'entities' }), f('dimension', 'ref', { of: 'dimensions' })],
  relationships: [f('from', 'text'), f('to', 'text'), f('optional', 'flag'), f('at', 'text')],
  bridges: [f('from', 'ref', { of: 'entities' }), f('to', 'ref', { of: 'entities' }), f('weight', 'formula')],
  events: [f('words', 'words'), f('opposite', 'words'), f('nouns', 'words'), f('time', 'text'), f('rows', 'yaml'), f('metric', 'yaml'), f('measure', 'yaml')],
  ranks: [f('words', 'words'), f('by', 'text'), f('direction', 'choice', { choices: ['asc', 'desc'] })],
  topics: [f('words', 'words'), f('personal', 'flag')],
  columns: [f('label', 'bilingual'), f('synonyms', 'words'), f('type', 'choice', { choices: ['integer', 'decimal', 'text', 'date', 'timestamp', 'boolean'] }), f('role', 'choice', { choices: ['key', 'foreign', 'measure', 'time', 'attribute', 'label'] }), f('nulls', 'choice', { choices: ['never', 'allowed'] }), f('sensitivity', 'choice', { choices: ['public', 'internal', 'personal'] }), f('unit', 'text'), f('additive', 'flag'), f('scored', 'yaml')],
  valueEntries: [f('label', 'bilingual'), f('synonyms', 'words'), f('score', 'number')],
};

/** The pack itself is said in one place and has fields of its own paths. */
export const PACK_FIELDS: readonly (Field & { path: readonly string[] })[] = [
  { ...f('title', 'bilingual'), path: ['title'] }, { ...f('description', 'bilingual-long'), path: ['description'] }, { ...f('starters', 'words'), path: ['starters'] }, { ...f('currency', 'text'), path: ['currency'] },
  { ...f('timezone', 'text'), path: ['calendar', 'timezone'] }, { ...f('week_start', 'choice', { choices: ['monday', 'sunday', 'saturday'] }), path: ['calendar', 'week_start'] }, { ...f('fiscal_year_start', 'text'), path: ['calendar', 'fiscal_year_start'] }, { ...f('academic', 'yaml'), path: ['calendar', 'academic'] },
];
