import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GateReport } from '@countersign/contracts';
import { declarationsOf, identityBinding, planQuery, resolveQuestion } from '@countersign/pack';
import { gate, loadParsers, printCanonical } from '@countersign/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commerceCatalogue, commercePack } from './commerce-world.js';

const read = (file: string): unknown => parse(readFileSync(file, 'utf8'));
const { recognised, refused, noted } = read(path.join(__dirname, 'metrics-by-hand.yaml')) as { recognised: { as: string[]; sql: string }[]; refused: string[]; noted: { rule: string; sql: string }[] };
const tests = path.resolve(__dirname, '../../../../packs/commerce/tests');
const pack = commercePack();
const tables = commerceCatalogue().tables.map(({ schema, name, columns }) => ({ schema, name, columns, denied: [] }));

const judge = (sql: string): GateReport => gate({ sql, from: 'canonical', dialect: 'postgres', scope: { defaultSchema: 'public', tables }, binding: identityBinding(pack, 'public'), declarations: declarationsOf(pack) });

beforeAll(loadParsers);

describe('a metric that a query computes by hand', () => {
  it.each(recognised)('is recognised as $as: $sql', ({ as, sql }) => {
    const report = judge(sql);
    if (report.verdict === 'reject') throw new Error(`${report.rule}: ${report.message}`);
    expect((report.declared ?? []).map(({ id, how }) => `${id} ${how}`)).toEqual(as.map((id) => `${id} recognised`));
  });

  it.each(refused)('is refused where it is another: %s', (sql) => {
    expect(judge(sql)).toMatchObject({ verdict: 'reject', rule: 'metric-redefined', message: expect.stringContaining('write metric(') as string });
  });

  it.each(noted)('is let through with a remark: $sql', ({ rule, sql }) => {
    expect(judge(sql)).toMatchObject({ verdict: 'accept', findings: [{ rule }] });
  });

  it('is never refused where the SQL is known to be right', () => {
    const pairs = ['en', 'ko'].flatMap((locale) => (read(path.join(tests, `alignment.${locale}.yaml`)) as { pairs: { sql: string; dialect?: string; aligned?: boolean }[] }).pairs);
    const right = pairs.filter(({ aligned, dialect }) => aligned && dialect === undefined);
    expect(right.length).toBeGreaterThan(20);
    expect(right.map(({ sql }) => judge(sql)).filter(({ verdict }) => verdict === 'reject')).toEqual([]);
  });

  it('is never refused in what the planner makes of a question', () => {
    const questions = ['en', 'ko'].flatMap((locale) => (read(path.join(tests, `questions.${locale}.yaml`)) as { questions: { question: string }[] }).questions.map(({ question }) => ({ question, locale: locale as 'en' | 'ko' })));
    const planned = questions.flatMap(({ question, locale }) => {
      const resolution = resolveQuestion(pack, { question, today: '2026-06-30', choices: {}, locale });
      if (resolution.outcome !== 'resolved') return [];
      const plan = planQuery(pack, resolution.interpretation);
      return plan.outcome === 'planned' ? [printCanonical(plan.query)] : [];
    });
    expect(planned.length).toBeGreaterThan(30);
    expect(planned.map((sql) => ({ sql, report: judge(sql) })).filter(({ report }) => report.verdict === 'reject')).toEqual([]);
  });
});
