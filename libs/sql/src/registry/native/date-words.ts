import { DATE_FIELDS } from '../dates.js';

/** Parts of a date that some engine writes as a bare word, beyond those of EXTRACT: SQL Server's names and short forms. */
const NATIVE_WORDS = [
  'yyyy', 'yy', 'qq', 'q', 'mm', 'm', 'dayofyear', 'dy', 'y', 'dd', 'd', 'wk', 'ww', 'weekday', 'dw', 'iso_week', 'isowk', 'isoww', 'hh', 'mi', 'n', 'ss', 's', 'millisecond', 'ms', 'microsecond', 'mcs', 'nanosecond', 'ns', 'tzoffset', 'tz',
];

/** Every word that may stand where a template has a keyword. */
export const DATE_WORDS: ReadonlySet<string> = new Set([...DATE_FIELDS, ...NATIVE_WORDS]);
