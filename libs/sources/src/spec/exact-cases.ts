import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { FakeColumn } from './fake-database.js';
import type { Scripted } from './fake-oracle-dialect.js';

/** One line of an exactness table: a value on the wire, and the text that must leave the collector. */
export interface ExactCase { is: string; type: string; bytes?: string; value?: string; times?: number; nothing?: true; text?: string }

export function exactCases(file: string): { cases: ExactCase[]; scripted: Scripted } {
  const cases = parse(readFileSync(file, 'utf8')) as ExactCase[];
  const scripted = cases.map((one, i): Scripted[number] => {
    const column: FakeColumn = { name: 'VALUE', type: one.type, ...(one.bytes === undefined ? {} : { wire: true }) };
    return [new RegExp(`^SELECT exact_${i} FROM`), [column], [[one.bytes ?? (one.nothing ? null : valueOf(one))]]];
  });
  return { cases, scripted };
}

export const valueOf = (one: ExactCase): string => one.text ?? (one.value ?? '').repeat(one.times ?? 1);
