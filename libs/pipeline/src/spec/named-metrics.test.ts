import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GateInput } from '@countersign/contracts';
import { declarationsOf, identityBinding } from '@countersign/pack';
import { gate, loadParsers, loadParsersFor } from '@countersign/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commerceCatalogue, commercePack } from './commerce-world.js';

interface Candidate {
  title: string;
  sql: string;
  from?: GateInput['from'];
  dialect?: GateInput['dialect'];
  rowFilters?: GateInput['rowFilters'];
  prints?: string[];
  metrics?: string[];
  filters?: string[];
  note?: string;
  rule?: string;
  says?: string;
  nearest?: string[];
}

const { accepted, refused } = parse(readFileSync(path.join(__dirname, 'named-metrics.yaml'), 'utf8')) as { accepted: Candidate[]; refused: Candidate[] };
const pack = commercePack();

function judge({ sql, from = 'canonical', dialect = 'postgres', rowFilters = [] }: Pick<Candidate, 'sql' | 'from' | 'dialect' | 'rowFilters'>): ReturnType<typeof gate> {
  const tables = commerceCatalogue().tables.map(({ schema, name, columns }) => ({ schema, name, columns, denied: [] }));
  return gate({ sql, from, dialect, rowFilters, scope: { defaultSchema: 'public', tables }, binding: identityBinding(pack, 'public'), declarations: declarationsOf(pack) });
}

beforeAll(async () => {
  await loadParsers();
  await loadParsersFor('mariadb');
});

describe('a candidate that names what is declared', () => {
  it.each(accepted)('is given the definition: $title', (candidate) => {
    const report = judge(candidate);
    if (report.verdict === 'reject') throw new Error(`${report.rule}: ${report.message}`);
    const text = report.sql.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
    let from = 0;
    for (const part of candidate.prints ?? []) {
      expect(text.slice(from)).toContain(part);
      from = text.indexOf(part, from) + part.length;
    }
    const used = (kind: string): string[] => (report.declared ?? []).filter((d) => d.kind === kind && d.how === 'injected').map(({ id }) => id);
    if (candidate.metrics) expect(used('metric')).toEqual(candidate.metrics);
    if (candidate.filters) expect(used('filter')).toEqual(candidate.filters);
    if (candidate.note) expect(report.findings.map(({ message }) => message)).toContain(candidate.note);
  });

  it.each(refused)('is refused: $title', (candidate) => {
    const report = judge(candidate);
    expect(report).toMatchObject({ verdict: 'reject', rule: candidate.rule });
    if (report.verdict === 'accept') return;
    if (candidate.says) expect(report.message).toContain(candidate.says);
    if (candidate.nearest) expect(report.nearest).toEqual(candidate.nearest);
  });
});
