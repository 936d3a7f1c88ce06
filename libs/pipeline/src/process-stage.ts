import { type StageName, StagePayload, isFault } from '@countersign/contracts';
import type { Ports } from './ports.js';
import { failStage, runStage } from './run-stage.js';

/** Deliveries a broken stage gets before its job ends. */
const ATTEMPTS = 3;

/**
 * A queue's delivery → stages. Retryable trouble is thrown back to the queue; a stage that breaks for good ends its job
 * with a label instead of hanging.
 *
 * @param attempt which delivery of this payload it is, from 1.
 * @returns the stages that ran.
 */
export async function processStage(ports: Ports, raw: unknown, attempt: number, signal: AbortSignal): Promise<StageName[]> {
  const payload = StagePayload.parse(raw);
  try {
    return (await runStage(ports, payload, signal)).ran;
  } catch (error) {
    const retryable = !isFault(error) || error.retryable;
    if (retryable && attempt < ATTEMPTS) throw error;
    await failStage(ports, payload, error);
    return [];
  }
}
