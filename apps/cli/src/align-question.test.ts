import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { Dialect } from '@countersign/contracts';
import type { Pack } from '@countersign/pack';
import { loadParsersFor } from '@countersign/sql';
import { alignQuestion } from './align-question.js';
import { readPackFolder } from './pack-folder.js';
import { ROOT } from './spec/run-cli.js';

interface Pair {
  question: string;
  sql: string;
  dialect?: Dialect;
  aligned?: true;
  finding?: string;
}

const FOLDER = path.join(ROOT, 'packs/commerce');
let pack: Pack;
beforeAll(async () => {
  pack = readPackFolder(FOLDER);
  for (const dialect of ['canonical', 'mysql', 'tsql', 'oracle'] as const) await loadParsersFor(dialect);
}, 60_000);
vi.setConfig({ testTimeout: 30_000 });

describe.each(['en', 'ko'])('alignment in the commerce pack, %s', (language) => {
  const { today, pairs } = parse(readFileSync(path.join(FOLDER, `tests/alignment.${language}.yaml`), 'utf8')) as { today: string; pairs: Pair[] };
  it.each(pairs.map((pair): [string, Pair] => [`${pair.aligned ? 'aligned' : (pair.finding ?? '')}: ${pair.question}`, pair]))('%s', (_name, { question, sql, dialect = 'postgres', aligned = false, finding }) => {
    const found = alignQuestion(pack, { question, sql, dialect, today });
    expect({ aligned: found.aligned, rules: found.findings.map(({ rule }) => rule) }).toEqual(aligned ? { aligned: true, rules: [] } : { aligned: false, rules: expect.arrayContaining([finding]) as string[] });
  });
});

describe('alignQuestion', () => {
  const align = (question: string, sql: string) => alignQuestion(pack, { question, sql, dialect: 'postgres', today: '2026-06-30' });

  it('says what differs in the language of the question, with the words it is about', () => {
    expect(align('orders in 2025', "SELECT COUNT(*) FROM orders WHERE order_date >= '2024-01-01' AND order_date < '2025-01-01'").findings).toEqual([
      { rule: 'period', message: 'The question is about 2025-01-01 – 2026-01-01; the SQL takes 2024-01-01 – 2025-01-01.', span: { start: 10, end: 14 } },
    ]);
    expect(align('2025년 주문 건수', 'SELECT COUNT(*) FROM orders').findings[0]?.message).toBe('질문의 기간은 orders.order_date 2025-01-01 – 2026-01-01이지만 SQL은 전체 기간을 봅니다.');
  });

  it('calls nothing aligned that it cannot work out', () => {
    expect(align('orders in 2025', 'SELECT COUNT(*) FROM elsewhere')).toEqual({ aligned: false, score: 0, findings: [{ rule: 'cannot-follow', message: "What the SQL does can't be worked out: the table elsewhere." }] });
    expect(align('orders by channel', 'SELECT channel, status, COUNT(*) FROM orders GROUP BY channel').findings[0]?.rule).toBe('cannot-follow');
    expect(align('orders in 2025', 'DELETE FROM orders').findings[0]?.rule).toBe('sql-unreadable');
  });
});
