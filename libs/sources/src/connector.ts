import type { Estimate } from '@countersign/contracts';
import type { RunOutcome, RunSink } from '@countersign/pipeline';
import type { Driver } from './driver.js';
import { Pool } from './pool.js';
import { probe } from './probe.js';
import { answered, inSession, type Place, type Session } from './session.js';
import type { Connector, EstimateRequest, ExecuteRequest, SourceTarget } from './source.js';
import { streamRows } from './stream-rows.js';
import { watch } from './watch.js';

/** What can be asked of one data source, over its engine's driver. */
export function connectorFor(driver: Driver, target: SourceTarget): Connector {
  const { settings } = target;
  const place: Place = { driver, settings, pool: new Pool(driver, () => target.credential(), settings.maxConnections) };

  async function during<T>(signal: AbortSignal, limitMs: number, work: (session: Session) => Promise<T>): Promise<T> {
    const clock = watch(signal, limitMs, settings.deadlineGraceMs);
    try {
      return await inSession(place, clock, work);
    } finally {
      clock.dispose();
    }
  }

  return {
    estimate: (request: EstimateRequest): Promise<Estimate> => during(request.signal, request.timeoutMs, (session) => answered(session, () => session.link.explain(request.sql))),
    run: (request: ExecuteRequest, sink: RunSink): Promise<RunOutcome> => during(request.signal, request.caps.timeoutMs, (session) => streamRows(session, request, sink)),
    probe: () => probe(driver, target),
    connections: () => place.pool.counts(),
    close: () => place.pool.close(),
  };
}
