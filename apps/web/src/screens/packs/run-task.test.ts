import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Base, Files } from './pack-tasks.js';
import { packReader, TASKS } from './run-task.js';

const FOLDER = path.resolve(import.meta.dirname, '../../../../../packs/commerce');
const TESTS = 'today: "2026-06-30"\nlocale: en\nquestions:\n  - { question: gross revenue in 2025, measure: [gross_revenue], period: 2025-01-01..2026-01-01 }\n';
const files: Files = { ...Object.fromEntries(readdirSync(FOLDER).filter((file) => file.endsWith('.yaml')).map((file) => [file, readFileSync(path.join(FOLDER, file), 'utf8')])), 'tests/own.yaml': TESTS };
const base: Base = { files, version: 1, verified: [{ name: 'Gross by month', question: 'gross revenue by month in 2025', locale: 'en', today: '2026-06-30' }, { name: 'Orders', question: 'how many orders in 2025', locale: 'en', today: '2026-06-30' }] };
const put = (file: string, from: string, to: string): Files => ({ ...files, [file]: (files[file] ?? '').replace(from, to) });
const asked = { locale: 'en', today: '2026-06-30', choices: {} } as const;

describe('what the editor asks of a draft', () => {
  const reader = packReader();
  it('is what is wrong in it, where', () => {
    const { findings, readable } = TASKS.lint(reader, { files: put('metrics.yaml', 'where: [not_cancelled]', 'where: [not_canceled]') });
    expect([readable, findings.filter(({ severity }) => severity === 'error').map(({ message, at }) => [message.includes('not_canceled'), at?.excerpt.startsWith('metrics.yaml: ')])]).toEqual([false, [[true, true]]]);
    expect(TASKS.lint(reader, { files }).findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(TASKS.lint(reader, { files: { ...files, 'tests/own.yaml': 'questions: 1\n' } }).findings.filter(({ rule }) => rule === 'test-unreadable')).toHaveLength(1);
  });
  it('is how it takes a question: the words of the draft, not of what is published', () => {
    const renamed = put('metrics.yaml', 'label: { en: gross revenue, ko: 총매출 }', 'label: { en: gross takings, ko: 총매출 }');
    expect(TASKS.ask(reader, { files: renamed, question: 'gross takings in 2025', ...asked })).toMatchObject({ outcome: 'resolved', interpretation: { metrics: [{ ref: 'gross_revenue' }] }, proofs: expect.any(Array) as unknown[] });
    expect(TASKS.ask(reader, { files, question: 'gross takings in 2025', ...asked })?.outcome).toBe('refuse');
    expect(TASKS.ask(reader, { files, question: 'revenue in 2025', ...asked })?.clarification?.choices.map(({ ref }) => ref)).toEqual(['gross_revenue', 'net_revenue']);
    expect(TASKS.ask(reader, { files: { 'pack.yaml': 'pack: [' }, question: 'x', ...asked })).toBeNull();
  });
  it('is which of its tests end otherwise than before', () => {
    expect(TASKS.test(reader, { files, base })).toMatchObject({ total: 1, failed: 0, shown: [] });
    const broken = put('metrics.yaml', 'label: { en: gross revenue, ko: 총매출 }\n    synonyms: { en: [', 'label: { en: gross takings, ko: 총매출 }\n    synonyms: { en: [');
    expect(TASKS.test(reader, { files: broken, base })).toMatchObject({ failed: 1, shown: [{ question: 'gross revenue in 2025', was: 'held', is: 'failed' }] });
    const failedBefore = { ...base, files: put('tests/own.yaml', 'measure: [gross_revenue]', 'measure: [net_revenue]') };
    expect(TASKS.test(reader, { files: failedBefore.files, base: failedBefore })?.shown).toMatchObject([{ was: 'failed', is: 'failed' }]);
  });
  it('is what is different in business words, and which verified queries feel it', () => {
    const other = TASKS.compare(reader, { files: put('metrics.yaml', 'where: [not_cancelled]', 'where: [realised]'), base });
    expect(other?.changes).toMatchObject([{ kind: 'changed', what: 'metric', ref: 'gross_revenue' }]);
    expect([other?.affected, other?.policyChanges]).toEqual([{ tests: ['gross revenue in 2025'], verified: ['Gross by month'] }, []]);
    expect(TASKS.compare(reader, { files: put('entities.yaml', 'sensitivity: personal, label: { en: email', 'label: { en: email'), base })?.policyChanges).toEqual([{ ref: 'customers.email', was: 'personal', is: 'internal' }]);
  });
});
