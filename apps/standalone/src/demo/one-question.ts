import { type Cell, type DataSource, type JobState, type JobView, type ResultPage, type ReviewPacket, routes } from '@countersign/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoClient } from './client.js';
import type { DemoOutcome } from './outcome.js';
import { DemoTrouble } from './trouble.js';

export interface DemoAccounts {
  asker: { email: string; password: string };
  approver: { email: string; password: string };
}

export interface DemoQuestion {
  question: string;
  today?: string | undefined;
  locale?: 'en' | 'ko' | undefined;
  /** Choices for clarifications, used in turn: a ref, or 'usual'. */
  choose: string[];
  timeoutMs: number;
}

/** Told as things happen. */
export type Narrator = (chapter: 'asked' | 'clarify' | 'chosen' | 'review' | 'approved' | 'ended', view: JobView, packet?: ReviewPacket) => void;

const PAGE = 1000;
const STOPS: readonly JobState[] = ['NEEDS_CLARIFICATION', 'AWAITING_APPROVAL', 'CHANGES_REQUESTED', 'GATE_REJECTED', 'GENERATION_FAILED', 'REFUSED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'STALE', 'CAP_EXCEEDED', 'EXECUTION_FAILED', 'CANCELLED', 'UNKNOWN', 'ANSWERED', 'ANSWERED_TABLE_ONLY'];

/** Asks as one person, approves as another, and waits for the end: the main job, through the real processes. */
export async function askOneQuestion(baseUrl: string, accounts: DemoAccounts, input: DemoQuestion, tell: Narrator): Promise<DemoOutcome> {
  const asker = new DemoClient(baseUrl);
  const approver = new DemoClient(baseUrl);
  await asker.signIn(accounts.asker.email, accounts.asker.password);
  await approver.signIn(accounts.approver.email, accounts.approver.password);
  const { items } = await asker.call<{ items: DataSource[] }>(routes.listDataSources);
  const source = items.find((s) => s.status === 'ready');
  if (!source) throw new DemoTrouble('no-data-source', 'no data source is ready');
  const { jobId } = await asker.call<{ jobId: string }>(routes.askQuestion, {
    body: { question: input.question, dataSourceId: source.id, packId: 'commerce', ...(input.today ? { today: input.today } : {}), ...(input.locale ? { locale: input.locale } : {}) },
  });
  const deadline = Date.now() + input.timeoutMs;
  const choices = [...input.choose];
  for (;;) {
    const view = await untilStopped(asker, jobId, deadline);
    const { job } = view;
    if (job.state === 'NEEDS_CLARIFICATION' && job.clarification && choices.length > 0) {
      tell('clarify', view);
      const wanted = choices.shift();
      const choice = job.clarification.choices.find((c) => (wanted === 'usual' ? c.usual : c.ref === wanted)) ?? (wanted === 'usual' ? job.clarification.choices[0] : undefined);
      if (!choice) throw new DemoTrouble('no-such-choice', `“${job.clarification.term}” has no choice ${wanted}: there are ${job.clarification.choices.map((c) => c.ref).join(', ')}`, 2, await outcomeOf(asker, view));
      await asker.call(routes.clarifyJob, { params: { id: jobId }, body: { term: job.clarification.term, ref: choice.ref, version: job.version } });
    } else if (job.state === 'AWAITING_APPROVAL' && job.review) {
      const packet = await approver.call<ReviewPacket>(routes.getReview, { params: { id: jobId } });
      tell('review', view, packet);
      await approver.call(routes.decide, { params: { id: jobId }, body: { decision: 'approve', digest: packet.job.review?.digest, version: packet.job.version } });
    } else {
      tell('ended', view);
      return outcomeOf(asker, view);
    }
  }
}

/** Polls until a person is needed or the job ended. */
async function untilStopped(client: DemoClient, jobId: string, deadline: number): Promise<JobView> {
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 250)) {
    const view = await client.call<JobView>(routes.getJob, { params: { id: jobId } });
    if (STOPS.includes(view.job.state)) return view;
    if (Date.now() > deadline) throw new DemoTrouble('too-late', `still ${view.job.state} after the time allowed (--timeout)`, 1, await outcomeOf(client, view));
    await sleep(pause);
  }
}

async function outcomeOf(client: DemoClient, { job, timings }: JobView): Promise<DemoOutcome> {
  const rows: Cell[][] = [];
  const total = job.result && (job.state === 'ANSWERED' || job.state === 'ANSWERED_TABLE_ONLY') ? job.result.rowCount : 0;
  while (rows.length < total) {
    const page = await client.call<ResultPage>(routes.getResult, { params: { id: job.id }, query: { offset: String(rows.length), limit: String(PAGE) } });
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
  }
  return {
    jobId: job.id, state: job.state, interpretation: job.interpretation, sql: job.gateReport?.verdict === 'accept' ? job.gateReport.sql : null,
    estimate: job.estimate, approval: job.approval, columns: job.result?.columns ?? [], rows, answer: job.answer?.text ?? null, claims: job.answer?.claims ?? [], timings,
    ...(job.clarification ? { clarification: job.clarification } : {}),
    ...(job.refusal ? { refusal: job.refusal } : {}),
  };
}
