import type { ColumnSource } from '../schema/pack-source.js';
import type { DraftColumn } from './draft-table.js';
import { wordsOf } from './names.js';

type Kind = Pick<ColumnSource, 'type' | 'role' | 'sensitivity' | 'additive'>;

const PERSONAL = /\b(?:e ?mail|phone|telephone|mobile|fax|ssn|passport|password|salary|birth|birthday|birthdate|surname|(?:first|last|middle|full|family|given|maiden) name|(?:street|home|mailing) address|resident number|licen[cs]e number|card number|iban|account number)\b|이메일|전화|휴대폰|주민|생년월일|성명|급여/u;
/** Numbers that name, order or place something: no sum or average of them means anything. */
const NAMES_ONLY = /\b(?:id|identifier|code|number|key|zip|postal|phone|fax|year|month|day|week|latitude|longitude|version|sequence|rank|position|order|index|level|hash|uuid|isbn|track number|ssn)$/;
/** What adds up; prices, rates and shares do not. */
const ADDS_UP = /\b(?:amount|total|subtotal|quantity|revenue|sales|profit|cost|fee|tax|units?|count|budget|expenses?|payments?|points?|goals|wins|losses|copies|minutes|seconds|hours|bytes|weight|volume|freight|balance|debt|credits|attendance|population)$/;
const NEVER_ADDS_UP = /\b(?:price|rate|ratio|percent|percentage|average|unit|per|discount|score|rating|age|height|temperature|cost)\b/;
const LABELS = /\b(?:name|title|label|description)$/;

/**
 * What a column is, guessed from its name and type. A guess errs towards saying less: an unsure number is an attribute of its
 * row, an unsure name of a person is personal.
 *
 * @param place whether keys hold it
 */
export function columnKind(column: DraftColumn, place: 'key' | 'foreign' | 'other', ofPerson: boolean): Kind {
  const type = typeOf(column);
  const said = wordsOf(column.name).join(' ');
  const sensitivity = PERSONAL.test(said) || PERSONAL.test(column.comment ?? '') || (ofPerson && /\bname$/.test(said)) ? 'personal' : 'internal';
  return { type, role: place === 'other' ? roleOf(type, said) : place, sensitivity, additive: place === 'other' && isNumber(type) && ADDS_UP.test(said) && !NEVER_ADDS_UP.test(said) && !NAMES_ONLY.test(said) };
}

function roleOf(type: ColumnSource['type'], said: string): ColumnSource['role'] {
  if (type === 'date' || type === 'timestamp') return 'time';
  if (isNumber(type)) return NAMES_ONLY.test(said) ? 'attribute' : 'measure';
  return type === 'text' && LABELS.test(said) ? 'label' : 'attribute';
}

const isNumber = (type: ColumnSource['type']): boolean => type === 'integer' || type === 'decimal';

/** The pack's type of an engine's; what no engine-independent type fits is text. */
export function typeOf({ type }: Pick<DraftColumn, 'type'>): ColumnSource['type'] {
  const said = type.toLowerCase();
  if (/^(?:bool|bit\(1\)|bit$|tinyint\(1\))/.test(said)) return 'boolean';
  if (/^(?:timestamp|datetime|smalldatetime|seconddate)/.test(said)) return 'timestamp';
  if (/^date\b/.test(said)) return 'date';
  if (/^(?:(?:big|small|medium|tiny)?int|integer|int\d|serial|bigserial|year)/.test(said) || /^(?:number|numeric|decimal)\(\d+(?:,\s*0)?\)/.test(said)) return 'integer';
  return /^(?:num|dec|float|double|real|money|smallmoney)/.test(said) ? 'decimal' : 'text';
}

const PEOPLE = /^(?:person|people|customer|client|employee|staff|student|teacher|faculty|member|user|patient|doctor|physician|nurse|contact|driver|author|owner|guest|resident|candidate|applicant|subscriber|passenger|professor|instructor|advisor)s?$/;
/** Rows are people who may mind: their names are personal. */
export const holdsPeople = (table: string): boolean => PEOPLE.test(wordsOf(table).at(-1) ?? '');
