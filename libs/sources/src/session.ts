import { Fault } from '@countersign/contracts';
import type { Driver, Link } from './driver.js';
import type { Lease, Pool } from './pool.js';
import type { SourceSettings } from './source.js';
import { orStopped, within, type Watch } from './watch.js';

/** A connection in its transaction, held by one piece of work. */
export interface Session {
  link: Link;
  clock: Watch;
  toFault: Driver['toFault'];
  /** The server may be computing: leaving now needs a cancel, not just a closed socket. */
  busy: boolean;
  /** The work stopped before the statement's end: the connection is then not given to anyone else. */
  abandoned: boolean;
}

/** Where sessions come from. */
export interface Place {
  pool: Pool;
  driver: Driver;
  settings: SourceSettings;
}

/**
 * Runs `work` in a frozen read-only transaction on a connection that nobody else holds. After success the session is
 * reset and goes back to the pool; after any cancel, timeout, early stop or error it is destroyed, once the server has
 * confirmed that it stopped. Errors of `work` that are not the server's come out as they are.
 */
export async function inSession<T>(place: Place, clock: Watch, work: (session: Session) => Promise<T>): Promise<T> {
  const { pool, settings } = place;
  const lease = await begin(place, clock);
  const session: Session = { link: lease.link, clock, toFault: place.driver.toFault, busy: false, abandoned: false };
  const working = work(session);
  try {
    const result = await orStopped(clock, working);
    if (session.abandoned) await abandon(place, lease, session.busy);
    else await giveBack(place, lease);
    return result;
  } catch (error) {
    // Decided before the clean-up, which may itself outlast the deadline.
    const reason: unknown = clock.signal.aborted ? clock.fault() : error;
    if (session.abandoned) await abandon(place, lease, session.busy);
    else {
      if (clock.signal.aborted || session.busy) await lease.link.stop(settings.cancelConfirmMs);
      pool.discard(lease);
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
    const fault = session.toFault(error, 'running');
    // At the server's own timeout it is the time cap; earlier, someone on the server stopped it.
    if (fault.params['kind'] === 'cancelled-on-server' && clock.elapsedMs() >= clock.limitMs * 0.9) throw new Fault('time-cap', false, { cause: error, params: { limit: String(clock.limitMs) } });
    throw fault;
  } finally {
    session.busy = false;
  }
}

/** A fresh or idle connection in its transaction. An idle one that died unseen is replaced: nothing was dispatched on it. */
async function begin({ pool, driver, settings }: Place, clock: Watch): Promise<Lease> {
  for (let attempt = 0; ; attempt += 1) {
    clock.throwIfStopped();
    const lease = await pool.acquire(clock).catch((error: unknown) => Promise.reject(driver.toFault(error, 'connecting')));
    try {
      const opened = lease.link.begin(clock.remainingMs()).then(() => 'open' as const);
      if ((await orStopped(clock, within(settings.connectTimeoutMs, opened, 'silent' as const))) === 'silent') throw new Fault('source-dropped', true);
      lease.uses += 1;
      return lease;
    } catch (error) {
      pool.discard(lease);
      const fault = driver.toFault(error, 'running');
      const stale = lease.uses > 0 && fault.kind === 'source-dropped' && attempt < settings.maxConnections;
      if (!stale) throw clock.signal.aborted ? clock.fault() : fault;
    }
  }
}

async function giveBack({ pool, settings }: Place, lease: Lease): Promise<void> {
  const reset = lease.link.reset().then(() => 'clean' as const, () => 'broken' as const);
  if ((await within(settings.connectTimeoutMs, reset, 'broken' as const)) === 'clean') pool.release(lease);
  else pool.discard(lease);
}

/** An early stop. The socket goes first, so that nothing more arrives; a busy server is then told to stop computing. */
async function abandon({ pool, settings }: Place, lease: Lease, busy: boolean): Promise<void> {
  pool.discard(lease);
  if (busy) await within(settings.connectTimeoutMs, lease.link.abandon(), undefined);
}
