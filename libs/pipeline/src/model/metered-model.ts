import { Fault, isFault, type Job } from '@countersign/contracts';
import type { KeptTurn, Ports } from '../ports.js';
import type { Model } from './port.js';

/**
 * A model whose every turn is kept as it ends, whatever becomes of the question; where the tenant's day is spent no more are
 * made. Questions that are asked at once may each pass the limit by the one response that reached it.
 *
 * @throws Fault `model-over-budget` from `turn`, before anything is sent
 */
export function meteredModel({ modelAccount: account, clock, ids }: Pick<Ports, 'modelAccount' | 'clock' | 'ids'>, model: Model, { tenantId, id: jobId }: Pick<Job, 'tenantId' | 'id'>): Model {
  if (!account) return model;
  return {
    name: model.name,
    async turn(request, signal) {
      const at = clock.now();
      const { spentMicros, dailyMicros } = await account.day(tenantId, at);
      if (dailyMicros !== null && spentMicros >= dailyMicros) throw new Fault('model-over-budget', false, { params: { model: model.name, requests: '0' } });
      const keep = (how: Pick<KeptTurn, 'outcome' | 'requests' | 'calls' | 'usage' | 'latencyMs' | 'costMicros'>): Promise<void> => account.keep({ id: ids.next(), tenantId, jobId, at, model: model.name, ...how });
      try {
        const turn = await model.turn(request, signal);
        await keep({ outcome: turn.finish, requests: turn.requests, calls: turn.calls.length, usage: turn.usage, latencyMs: turn.latencyMs, costMicros: turn.costMicros });
        return turn;
      } catch (error) {
        if (isFault(error) && error.kind.startsWith('model-')) await keep({ outcome: error.kind, requests: Number(error.params.requests ?? 1) || 0, calls: 0, usage: null, latencyMs: Math.max(0, Date.parse(clock.now()) - Date.parse(at)), costMicros: null });
        throw error;
      }
    },
  };
}
