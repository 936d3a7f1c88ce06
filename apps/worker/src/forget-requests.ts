import type { Clock } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

/** A client that sends a request again does so within minutes; a week is more than any outage it waits for. */
const KEPT_FOR_MS = 7 * 24 * 3_600_000;

/** Forgets the keys of old requests: after that the same key is a new request. */
export async function forgetRequests({ system }: Pick<Store, 'system'>, clock: Pick<Clock, 'now'>): Promise<void> {
  await system.forgetRequests(new Date(Date.parse(clock.now()) - KEPT_FOR_MS).toISOString());
}
