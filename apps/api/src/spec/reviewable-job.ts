import { bundleFor } from '@countersign/access';
import type { Estimate, GateReport, Interpretation, Job, ResultColumn } from '@countersign/contracts';
import { applyMove, type JobWrites, type Move, type Ports } from '@countersign/pipeline';
import { digestOf } from '@countersign/sql';

const system = { kind: 'system' as const, id: 'test', name: 'test' };
const ESTIMATE: Estimate = { available: true, cost: 100, rows: 30, plan: [], fullScans: [] };
const COLUMNS: ResultColumn[] = [{ name: 'month', type: 'date', role: 'dimension' }, { name: 'net_revenue', type: 'numeric', role: 'metric', ref: 'net_revenue', unit: 'USD' }];

/** Takes a received job to where a person must decide, as the stages would. */
export async function bringToReview(ports: Ports, job: Job): Promise<Job> {
  const source = await ports.sources.load(job.tenantId, job.dataSourceId);
  const catalogue = await ports.sources.catalogue(job.tenantId, job.dataSourceId);
  const { version: policyVersion } = await ports.access.policies(job.tenantId);
  if (!source || !catalogue) throw new Error('the world has no such source');
  const sql = 'SELECT count(*) AS "orders" FROM "commerce"."orders" LIMIT 1000';
  const report: Extract<GateReport, { verdict: 'accept' }> = {
    verdict: 'accept', dialect: 'postgres', sql, limit: 1000, tables: ['commerce.orders'], columns: ['commerce.orders.order_id'], functions: ['count'],
    outputColumns: ['orders'], rowFilters: [], checks: [{ rule: 'one-select', status: 'pass' }, { rule: 'row-limit', status: 'note', note: '1000 rows' }], findings: [],
  };
  const bundle = bundleFor({ report, source, catalogue, pack: { id: job.packId, version: job.packVersion }, policyVersion, outputMode: job.exportAs?.length ? 'export' : 'view', exportFormats: job.exportAs ?? [] });
  const now = ports.clock.now();
  const review = { revision: 1, bundle, digest: digestOf(bundle), risk: { level: 'low' as const, reasons: [] }, requestedAt: now, expiresAt: new Date(Date.parse(now) + 3_600_000).toISOString() };
  const candidate = { revision: 1, origin: 'planner' as const, authorId: null, sql: 'SELECT count(*) FROM orders', columns: [], proofs: [] };
  const steps: [Move['to'], Move['nextStage'], JobWrites][] = [
    ['GENERATING', 'generate', { interpretation: interpretationOf(job) }],
    ['GATING', 'gate', { candidate }],
    ['GATING', 'estimate', { gateReport: report }],
    ['AWAITING_APPROVAL', null, { estimate: ESTIMATE, review }],
  ];
  return play(ports, job, steps);
}

/** Takes an approved job to its answer. */
export async function bringToAnswer(ports: Ports, job: Job): Promise<Job> {
  const now = ports.clock.now();
  const run = { id: ports.ids.next(), digest: job.review?.digest ?? '', collector: 'test', startedAt: now, finishedAt: null, outcome: 'running' as const, errorKind: null };
  const resultId = ports.ids.next();
  const running = await play(ports, job, [['QUEUED', 'execute', {}], ['RUNNING', null, { run }]]);
  const writer = await ports.results.open(job.tenantId, job.id, resultId, COLUMNS);
  await writer.write([['2025-01-01', '1234567890123456789.10'], ['2025-02-01', null]]);
  await writer.close();
  const result = { id: resultId, columns: COLUMNS, rowCount: 2, byteCount: 40, truncated: 'no' as const, hash: '0'.repeat(64) };
  const finished = { ...run, finishedAt: now, outcome: 'succeeded' as const };
  const answer = { text: 'January stood at 1.', chart: null, claims: [], withheld: [] };
  return play(ports, running, [['GROUNDING', 'ground', { run: finished, result }], ['ANSWERED', null, { answer }]]);
}

async function play(ports: Ports, start: Job, steps: [Move['to'], Move['nextStage'], JobWrites][]): Promise<Job> {
  let job = start;
  for (const [to, nextStage, writes] of steps) {
    const moved = await applyMove(ports, job, { to, nextStage, actor: system, action: 'job.moved', writes });
    if (!moved.ok) throw new Error(`the job is ${moved.state}, not ready for ${to}`);
    job = moved.job;
  }
  return job;
}

function interpretationOf({ locale, question, today, packId, packVersion }: Job): Interpretation {
  return {
    locale, question, today, pack: { id: packId, version: packVersion }, intent: 'count',
    metrics: [{ ref: 'order_count', label: 'orders' }], dimensions: [], filters: [], period: null, having: [], order: [], spans: [], notes: [],
  } as unknown as Interpretation;
}
