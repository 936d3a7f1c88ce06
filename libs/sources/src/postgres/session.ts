import { Fault } from '@countersign/contracts';
import type { Pool, PoolClient } from 'pg';
import type { SourceSettings } from '../source.js';
import { cancelOnServer, sendCancelRequest } from './cancel.js';
import type { SourceClient } from './connect.js';
import { toFault } from './errors.js';
import { CHECKED_SQL, CHECKED_VALUE } from './session-settings.js';
import { orStopped, within, type Watch } from './watch.js';

type Leased = SourceClient & PoolClient;

/** A connection in its transaction, held by one piece of work. */
export interface Session {
  client: SourceClient;
  clock: Watch;
  /** The server may be computing: leaving now needs a cancel, not just a closed socket. */
  busy: boolean;
  /** The work stopped before the statement's end: the connection is then not given to anyone else. */
  abandoned: boolean;
}

/**
 * Runs `work` in a frozen read-only transaction on a connection that nobody else holds. After success the session is
 * reset and goes back to the pool; after any cancel, timeout, early stop or error it is destroyed, once the server has
 * confirmed that it stopped. Errors of `work` that are not the server's come out as they are.
 */
export async function inSession<T>(pool: Pool, clock: Watch, settings: SourceSettings, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await begin(pool, clock, settings);
  const session: Session = { client, clock, busy: false, abandoned: false };
  const working = work(session);
  try {
    const result = await orStopped(clock, working);
    if (session.abandoned) await abandon(client, session.busy);
    else await giveBack(client, settings);
    return result;
  } catch (error) {
    // Decided before the clean-up, which may itself outlast the deadline.
    const reason: unknown = clock.signal.aborted ? clock.fault() : error;
    if (session.abandoned) await abandon(client, session.busy);
    else {
      if (clock.signal.aborted || session.busy) await cancelOnServer(client, settings.cancelConfirmMs);
      discard(client);
    }
    // Rows on their way into the result store settle before the caller is told, so that nothing is written after its clean-up.
    await within(settings.cancelConfirmMs, working.catch(() => undefined), undefined);
    throw reason;
  }
}

/** Waits for the server's answer and turns its errors into faults. */
export async function answered<T>(session: Session, ask: () => Promise<T>): Promise<T> {
  const { clock } = session;
  clock.throwIfStopped();
  session.busy = true;
  try {
    return await ask();
  } catch (error) {
    // At the server's own timeout it is the time cap; earlier, someone on the server stopped it.
    if ((error as { code?: unknown }).code === '57014' && clock.elapsedMs() >= clock.limitMs * 0.9) throw new Fault('time-cap', false, { cause: error, params: { limit: String(clock.limitMs) } });
    throw toFault(error, 'running');
  } finally {
    session.busy = false;
  }
}

/** A fresh or idle connection in its transaction. An idle one that died unseen is replaced: nothing was dispatched on it. */
async function begin(pool: Pool, clock: Watch, settings: SourceSettings): Promise<Leased> {
  for (let attempt = 0; ; attempt += 1) {
    clock.throwIfStopped();
    const client = await checkout(pool, clock);
    try {
      await orStopped(clock, within(settings.connectTimeoutMs, open(client, clock), 'silent' as const).then((opened) => {
        if (opened === 'silent') throw new Fault('source-dropped', true);
      }));
      client.uses += 1;
      return client;
    } catch (error) {
      discard(client);
      const fault = toFault(error, 'running');
      const stale = client.uses > 0 && fault.kind === 'source-dropped' && attempt < settings.maxConnections;
      if (!stale) throw clock.signal.aborted ? clock.fault() : fault;
    }
  }
}

async function checkout(pool: Pool, clock: Watch): Promise<Leased> {
  try {
    return (await orStopped(clock, pool.connect(), (late) => late.release())) as Leased;
  } catch (error) {
    throw toFault(error, 'connecting');
  }
}

/**
 * One round trip of our own constant text. The SELECT takes the transaction's snapshot, after which PostgreSQL refuses
 * to make it writable again.
 */
async function open(client: SourceClient, clock: Watch): Promise<void> {
  const ms = clock.remainingMs();
  const answers = (await client.query(
    `BEGIN READ ONLY; SELECT set_config('statement_timeout', '${ms}', true), set_config('lock_timeout', '${Math.min(ms, 5_000)}', true),` +
    ` set_config('idle_in_transaction_session_timeout', '${ms + 10_000}', true), ${CHECKED_SQL} AS settings`,
  )) as unknown as { rows: { settings: string }[] }[];
  if (answers[1]?.rows[0]?.settings !== CHECKED_VALUE) throw new Fault('internal', false, { params: { detail: 'session settings are not in force: a pooler in between drops startup options' } });
}

/**
 * ROLLBACK also ends what a statement may have left; the others are what DISCARD ALL stands for, which forgets settings,
 * locks, portals and temporary tables, and has to come alone. One round trip.
 */
const RESET = 'ROLLBACK; CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; DEALLOCATE ALL; UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES';

async function giveBack(client: Leased, settings: SourceSettings): Promise<void> {
  const reset = async () => {
    await client.query(RESET);
    return 'clean' as const;
  };
  const state = await within(settings.connectTimeoutMs, reset().catch(() => 'broken' as const), 'broken' as const);
  if (state === 'clean') client.release();
  else discard(client);
}

function discard(client: Leased): void {
  client.release(true);
  client.destroy();
}

/** An early stop. The socket goes first, so that nothing more arrives; a busy server is then told to stop computing. */
async function abandon(client: Leased, busy: boolean): Promise<void> {
  const { address, backend } = client;
  discard(client);
  if (busy) await within(address.connectTimeoutMs, sendCancelRequest(address, backend), undefined);
}
