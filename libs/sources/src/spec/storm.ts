import { isFault, type Cell } from '@countersign/contracts';
import { createSources } from '../create-sources.js';
import { faultProxy } from './fault-proxy.js';
import { collect, eventually, type SourceLab } from './source-lab.js';

/** How a run may end, faults and all. */
const KNOWN_ENDS = ['ok no', 'ok rows', 'ok bytes', 'cancelled', 'time-cap', 'byte-cap', 'query-failed', 'source-dropped', 'source-unreachable', 'source-resting', 'sink'];

export interface StormReport {
  /** Those that a resting source refused at once are not among them. */
  runs: number;
  /** How many runs ended in each way. */
  ends: Record<string, number>;
  /** Ends that nobody foresaw. */
  unknown: string[];
  /** Runs that gave a row that is not the statement's, or another number of rows than they said. */
  wrong: string[];
  /** Callers that still wait when all is over. */
  waiting: number;
  /** Sessions on the server after the sources were closed. */
  leaked: number;
}

/**
 * Many runs at once, most of them with a fault at a random moment: a cancel, a killed session, a connection that is cut, reset or
 * falls silent, wrong SQL, tight caps, a store that fails. Ends after `runs`, or at `until` (of performance.now()).
 */
export async function storm(lab: SourceLab, { runs, askers, seed = 42, until = Infinity }: { runs: number; askers: number; seed?: number; until?: number }): Promise<StormReport> {
  let state = seed;
  // The upper bits: the lower ones of such a generator repeat after a few throws.
  const dice = (sides: number) => ((state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >>> 12) % sides;
  const proxy = await faultProxy({ host: lab.source.host, port: lab.source.port });
  const sources = createSources({ credential: lab.credential, connectTimeoutMs: 1_500, cancelConfirmMs: 500 });
  const through = { ...lab.source, id: '018f0000-0000-7000-8000-00000000003a', host: '127.0.0.1', port: proxy.port };
  const ends: Record<string, number> = {};
  const wrong: string[] = [];
  let next = 0;
  let refused = 0;
  // The administrator has one connection.
  let killing = Promise.resolve();

  /** What befalls a run, by the number that was thrown. */
  function befall(kind: number, index: number, stop: AbortController, caps: { timeoutMs: number; maxRows: number; maxBytes: number }, sink: ReturnType<typeof collect>): string | undefined {
    if (kind < 4) setTimeout(() => stop.abort(), dice(25));
    if (kind === 4) caps.timeoutMs = dice(20) + 1;
    if (kind === 5) return lab.sql.failing;
    if (kind === 6) return lab.sql.unknownColumn;
    if (kind === 7) caps.maxRows = dice(500) + 1;
    if (kind === 8) caps.maxBytes = dice(5_000) + 1;
    if (kind === 9 && index % 4 === 0) killing = killing.then(() => lab.killSessions());
    if (kind === 10) setTimeout(() => proxy.hangUp(), dice(15));
    if (kind === 11) sink.rows = () => Promise.reject(new Error('sink'));
    if (kind === 12) setTimeout(() => proxy.reset(), dice(15));
    if (kind === 13) {
      caps.timeoutMs = 300;
      setTimeout(() => { proxy.mode = 'stall'; }, dice(15));
      setTimeout(() => { proxy.mode = 'pass'; }, 15 + dice(20));
    }
    return undefined;
  }

  async function one(index: number): Promise<void> {
    const [rows, kind] = [dice(3_000) + 1, dice(20)];
    const [stop, sink, caps] = [new AbortController(), collect(), { ...lab.source.caps }];
    const proxied = [10, 12, 13, 14].includes(kind);
    // What is lost in a silent proxy is waited for until the time is up.
    if (proxied) caps.timeoutMs = 1_000;
    const statement = befall(kind, index, stop, caps, sink) ?? lab.sql.rows(rows);
    const end = await sources.run({
      tenantId: 't',
      // Its breaker would soon let nothing through: every few runs it is a source that was edited.
      source: proxied ? { ...through, revision: 1 + Math.floor(index / 20) } : lab.source,
      sql: statement, caps, signal: stop.signal,
    }, sink)
      .then((o) => (o.rowCount === sink.got.length && (o.truncated !== 'no' || o.rowCount === rows) ? `ok ${o.truncated}` : 'wrong count'), (e: unknown) => (isFault(e) ? e.kind : (e as Error).message));
    ends[end] = (ends[end] ?? 0) + 1;
    if (end === 'source-resting') {
      refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const right = (row: Cell[], i: number) => row.length === 2 && row[0] === String(i + 1) && row[1] === `row ${i + 1}`;
    if (statement === lab.sql.rows(rows) && !sink.got.every(right)) wrong.push(`run ${index}`);
    if (end === 'wrong count') wrong.push(`count of run ${index}`);
  }

  const asker = async () => { while (next - refused < runs && performance.now() < until) await one((next += 1)); };
  await Promise.all(Array.from({ length: askers }, asker));
  await killing;
  proxy.mode = 'pass';
  const { waiting } = sources.connections();
  // Only idle connections in the pools are left: at most four a source.
  const settled = await eventually(async () => (await lab.sessions()) <= 8 && (await lab.active()) === 0, 20_000);
  await sources.close();
  await proxy.close();
  const closed = await eventually(async () => (await lab.sessions()) === 0, 20_000);
  return { runs: next - refused, ends, unknown: Object.keys(ends).filter((end) => !KNOWN_ENDS.includes(end)), wrong, waiting, leaked: closed && settled ? 0 : await lab.sessions() };
}
