import type { GateInput, GateReport } from '@countersign/contracts';
import { gate } from './gate.js';
import { loadParsers } from './read/parsers.js';

/**
 * The gate as a worker-thread task: parsers are loaded once per thread, so a pool can kill a thread that hangs or
 * whose parser broke and start another.
 *
 * @example new Piscina({ filename: require.resolve('@countersign/sql/dist/gate-thread.js') }).run(input)
 */
export default async function gateThread(input: GateInput): Promise<GateReport> {
  await loadParsers();
  return gate(input);
}
