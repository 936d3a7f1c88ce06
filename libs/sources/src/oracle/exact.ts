import type { Cell } from '@countersign/contracts';
import { floatText, hexText } from '../exact-text.js';
import { offsetText, wireTimeText, WireTime } from './wire-time.js';

/** What is asked of the driver for a column, and how its value becomes text. */
export interface Exactly {
  /** The driver gives its own text. */
  asString?: true;
  text(value: unknown): Cell;
}

const same = (value: unknown): Cell => (value === null || value === undefined ? null : String(value));
const present = (text: (value: never) => string) => (value: unknown): Cell => (value === null || value === undefined ? null : text(value as never));
const instant = (zoned: boolean) => present((value: WireTime | string) => (typeof value === 'string' ? serverTimeText(value, zoned) : wireTimeText(value)));

/** Columns whose values only have text. Large objects are read in pieces elsewhere; what is named nowhere is refused. */
const EXACT: Record<string, Exactly> = {
  NUMBER: { asString: true, text: present(numberText) },
  BINARY_DOUBLE: { text: present((value: number) => String(value)) },
  BINARY_FLOAT: { text: present(floatText) },
  DATE: { text: instant(false) },
  TIMESTAMP: { text: instant(false) },
  'TIMESTAMP WITH TIME ZONE': { text: instant(true) },
  'TIMESTAMP WITH LOCAL TIME ZONE': { text: instant(true) },
  'INTERVAL YEAR TO MONTH': { text: present(yearsText) },
  'INTERVAL DAY TO SECOND': { text: present(daysText) },
  RAW: { text: present(hexText) },
  'LONG RAW': { text: present(hexText) },
  BOOLEAN: { text: same },
  JSON: { asString: true, text: same },
  VECTOR: { asString: true, text: same },
  VARCHAR2: { text: same },
  NVARCHAR2: { text: same },
  CHAR: { text: same },
  NCHAR: { text: same },
  LONG: { text: same },
  ROWID: { text: same },
  UROWID: { text: same },
  XMLTYPE: { text: same },
};

export const LARGE: ReadonlySet<string> = new Set(['CLOB', 'NCLOB', 'BLOB']);

/** undefined: no value of this type leaves the server (cursors, objects, files). */
export function exactly(typeName: string): Exactly | undefined {
  return Object.hasOwn(EXACT, typeName) ? EXACT[typeName] : undefined;
}

/** Types that Thick mode must be asked for as text, because its values are JavaScript dates otherwise. */
export const TIMES: ReadonlySet<string> = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'TIMESTAMP WITH LOCAL TIME ZONE']);

/** The driver leaves out the zero before a point. */
export function numberText(text: string): string {
  return text.replace(/^(-?)\./, '$10.');
}

/** Of a server told to write `SYYYY-MM-DD HH24:MI:SS.FF9` and, with a zone, ` TZH:TZM`: the same text as from the wire. */
export function serverTimeText(text: string, zoned: boolean): string {
  const [, when = '', fraction = '', zone = ''] = /^\s*(-?\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})(?:\.(\d+))?\s*([+-]\d{2}:\d{2})?\s*$/.exec(text) ?? [];
  if (when === '') throw new TypeError('the session’s time formats are not in force');
  const trimmed = fraction.replace(/0+$/, '');
  return when + (trimmed === '' ? '' : `.${trimmed}`) + (zoned ? ` ${zone === '' ? offsetText(0) : zone}` : '');
}

/** ISO 8601, as PostgreSQL writes intervals too. */
export function yearsText({ years, months }: { years: number; months: number }): string {
  const parts = (years === 0 ? '' : `${years}Y`) + (months === 0 ? '' : `${months}M`);
  return `P${parts === '' ? '0M' : parts}`;
}

export function daysText(value: { days: number; hours: number; minutes: number; seconds: number; fseconds: number }): string {
  const { days, hours, minutes, seconds, fseconds } = value;
  const sign = seconds < 0 || fseconds < 0 ? '-' : '';
  const fraction = String(Math.abs(fseconds)).padStart(9, '0').replace(/0+$/, '');
  const whole = sign + String(Math.abs(seconds)) + (fraction === '' ? '' : `.${fraction}`);
  const time = (hours === 0 ? '' : `${hours}H`) + (minutes === 0 ? '' : `${minutes}M`) + (seconds === 0 && fseconds === 0 ? '' : `${whole}S`);
  if (time !== '') return `P${days === 0 ? '' : `${days}D`}T${time}`;
  return days === 0 ? 'PT0S' : `P${days}D`;
}
