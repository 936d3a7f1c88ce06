import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../src/free-port.js';
import { type Standalone, startStandalone } from '../src/standalone.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface TestProduct extends Standalone {
  accounts: { email: string; role: string; tenant: string }[];
  password: string;
}

export interface ProductWish {
  queue?: string | undefined;
  env?: Record<string, string>;
  /** Data folder to use and to leave. */
  keep?: string;
  say?: (what: string) => void;
  onLost?: (what: string) => void;
}

/**
 * The whole product with its built processes, on a data folder of its own: for whole-product tests.
 * `queue`: which backend; the environment's QUEUE_BACKEND when absent.
 */
export async function startProduct({ queue = process.env.QUEUE_BACKEND, env = {}, keep, say = () => undefined, onLost }: ProductWish = {}): Promise<TestProduct> {
  const dataFolder = keep ?? mkdtempSync(path.join(tmpdir(), 'countersign-product-'));
  const product = await startStandalone({
    root: ROOT, dataFolder, port: await freePort(), say, ...(onLost ? { onLost } : {}),
    // A product of its own: not the services of other tests.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...(queue ? { QUEUE_BACKEND: queue } : {}), ...env },
  });
  if (!product.demo) throw new Error('the product came up without its demo');
  return {
    ...product, password: product.demo.password, accounts: product.demo.signIns,
    stop: async () => {
      await product.stop();
      if (!keep) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
