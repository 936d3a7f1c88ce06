import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GateInput } from '@countersign/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { gate, loadParsersFor, NOTE_CODES } from '../index.js';

interface Case extends Partial<GateInput> {
  sql: string;
  expect: 'accept' | 'reject';
  rule?: string;
  printed?: string;
  nearest?: string[];
  note?: string;
}

interface File {
  /** The language of the texts, and the engine they are printed for; canonical and PostgreSQL unless a file says otherwise. */
  from?: GateInput['from'];
  dialect?: GateInput['dialect'];
  schema?: string;
  scope?: Record<string, string[]>;
  binding?: GateInput['binding'];
  cases: Case[];
}

/** `scope: { table: [column, …] }`, with `!column` for a denied one and `column type` (text when left out), to keep the files short. */
function scopeOf(tables: Record<string, string[]>, defaultSchema: string): NonNullable<GateInput['scope']> {
  return {
    defaultSchema,
    tables: Object.entries(tables).map(([key, columns]) => {
      const [name, schema = defaultSchema] = key.split('.').reverse() as [string, string?];
      return {
        schema,
        name,
        columns: columns.map((c) => ({ name: c.replace('!', '').split(' ')[0]!, type: c.split(' ')[1] ?? 'text' })),
        denied: columns.filter((c) => c.startsWith('!')).map((c) => c.slice(1)),
      };
    }),
  };
}

/** `{text}*3` is `texttexttext`. */
const written = (sql: string): string => sql.replace(/\{([^}]*)\}\*(\d+)/g, (_, text: string, times: string) => text.repeat(Number(times)));

const folder = __dirname;
beforeAll(() => loadParsersFor('mysql', 'mariadb', 'tsql'), 60_000);

for (const file of readdirSync(folder).filter((f) => f.endsWith('.yaml'))) {
  const { scope, cases, schema = 'public', ...languages } = parse(readFileSync(path.join(folder, file), 'utf8')) as File;
  describe(file, () => {
    it.each(cases)('$expect: $sql', ({ sql, expect: verdict, rule, printed, nearest, note: _note, ...rest }) => {
      const input: GateInput = { sql: written(sql), from: 'canonical', dialect: 'postgres', ...languages, ...(scope ? { scope: scopeOf(scope, schema) } : {}), ...rest };
      const report = gate(input);
      if (report.verdict === 'reject') {
        expect([report.verdict, rule === undefined ? report.message : report.rule]).toEqual([verdict, rule]);
        if (nearest) expect(report.nearest).toEqual(nearest);
        return;
      }
      expect(report.verdict).toBe(verdict);
      const remarks = [...report.checks.filter((c) => c.status === 'note'), ...report.findings].map((r) => r.rule);
      expect(remarks.filter((code) => !(NOTE_CODES as readonly string[]).includes(code))).toEqual([]);
      if (printed) expect(report.sql.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')).toBe(printed.trim());
      const again = gate({ sql: report.sql, from: input.dialect, dialect: input.dialect, ...(rest.maxRows ? { maxRows: rest.maxRows } : {}) });
      expect(again.verdict === 'accept' && again.sql).toBe(report.sql);
    });
  });
}
