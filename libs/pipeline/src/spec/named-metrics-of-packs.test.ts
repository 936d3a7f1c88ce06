import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DeclaredMetric, GateReport } from '@countersign/contracts';
import { declarationsOf, identityBinding, loadPack } from '@countersign/pack';
import { gate, loadParsersFor } from '@countersign/sql';
import { beforeAll, describe, expect, it } from 'vitest';

/** Every metric of the packs can be named over the rows it measures, and is put in; what is no aggregate of one SELECT is refused by name. */
const ENGINES = ['postgres', 'mariadb'] as const;
beforeAll(() => loadParsersFor(...ENGINES), 60_000);

describe.each(['manufacturing-erp', 'university-records'])('metrics of %s that a query names', (name) => {
  const folder = path.resolve(__dirname, '../../../../packs', name);
  const pack = loadPack(Object.fromEntries(readdirSync(folder).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(folder, f), 'utf8')])), 1).pack!;
  const declarations = declarationsOf(pack);
  const tables = declarations.entities.filter(({ id, table }) => id === table).map(({ id, columns }) => ({ schema: 'public', name: id, columns: columns.map((column) => ({ name: column, type: pack.entities.get(id)!.columns.get(column)!.type })), denied: [] }));
  const grains = (metric: DeclaredMetric): string[] => [...new Set(metric.parts.map(({ of }) => of))];
  const judge = (sql: string, dialect: (typeof ENGINES)[number]): GateReport => gate({ sql, from: 'canonical', dialect, scope: { defaultSchema: 'public', tables }, binding: identityBinding(pack, 'public'), declarations });

  /** The rows of the first part, with what all parts need along the declared keys. */
  function named(metric: DeclaredMetric): string {
    const table = (id: string): string => {
      const entity = declarations.entities.find((e) => e.id === id)!;
      return entity.table === id ? id : `${entity.table} AS ${id}`;
    };
    const [of] = grains(metric);
    const there = new Set([of]);
    const joins = metric.parts.flatMap((part) => part.joins).flatMap(({ from, to }) => {
      if (there.has(to.entity)) return [];
      there.add(to.entity);
      return [` JOIN ${table(to.entity)} ON ${from.entity}.${from.column} = ${to.entity}.${to.column}`];
    });
    return `SELECT metric('${metric.id}') AS figure FROM ${table(of ?? declarations.entities[0]!.id)}${joins.join('')}`;
  }

  const open = declarations.metrics.filter((metric) => !metric.private);
  const single = open.filter((metric) => metric.value && grains(metric).length === 1);

  it.each(single)('are given the definition: $id', (metric) => {
    for (const dialect of ENGINES) {
      const report = judge(named(metric), dialect);
      if (report.verdict === 'reject') throw new Error(`${report.rule}: ${report.message}`);
      expect(report.declared?.map(({ id, how }) => `${id} ${how}`)).toEqual([`${metric.id} injected`]);
      expect(report.sql).not.toContain('metric(');
    }
  });

  it('are refused where rows of several entities are measured', () => {
    for (const metric of open.filter((one) => one.value && grains(one).length > 1)) expect([metric.id, judge(named(metric), 'postgres')]).toEqual([metric.id, expect.objectContaining({ verdict: 'reject', rule: 'metric-grain' })]);
  });

  it('are refused by name where no SELECT alone gives them', () => {
    for (const metric of open.filter((one) => !one.value)) expect([metric.id, judge(named(metric), 'postgres')]).toEqual([metric.id, expect.objectContaining({ verdict: 'reject', rule: 'unresolved-metric' })]);
  });

  it('are most of what the pack declares', () => {
    expect(single.length).toBeGreaterThan(20);
  });
});
