import path from 'node:path';
import { CannotStart } from './cannot-start.js';
import { consoleProgress } from './progress.js';
import { type Standalone, startStandalone } from './standalone.js';

const ROOT = path.resolve(__dirname, '../../..');
/** npm and the terminal may both hand on one Ctrl-C. */
const SAME_PRESS_MS = 400;

async function main(): Promise<void> {
  const say = consoleProgress();
  const env = process.env;
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new CannotStart('PORT must be a whole number from 1 to 65535');
  let product: Standalone | undefined;
  let stoppingSince = 0;
  const interrupted = new AbortController();
  const end = async (code: number): Promise<void> => {
    await product?.stop();
    say('stopped');
    process.exit(code);
  };
  const onSignal = (): void => {
    if (stoppingSince && Date.now() - stoppingSince < SAME_PRESS_MS) return;
    if (stoppingSince) {
      product?.kill();
      process.exit(130);
    }
    stoppingSince = Date.now();
    say('stopping (once more: at once)');
    if (!product) return interrupted.abort(new CannotStart('stopped before it was ready'));
    void end(0);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  // The terminal may be gone; what is left to say goes nowhere.
  process.stdout.on('error', () => undefined);

  product = await startStandalone({
    root: ROOT, dataFolder: path.resolve(env.COUNTERSIGN_DATA || path.join(ROOT, '.data')), port, env, say, signal: interrupted.signal,
    onLost: (what) => {
      say(`${what}: stopping`);
      void end(1);
    },
  });
  if (stoppingSince) return end(0);
  say('ready');
  console.log(`\n  Countersign   ${product.baseUrl}\n`);
  if (product.demo) {
    for (const { tenant, email, role } of product.demo.signIns) console.log(`  ${email.padEnd(28)} ${role.padEnd(9)} ${tenant}`);
    console.log(`\n  password of all of them: ${product.demo.password}`);
  }
  console.log(`  data and logs: ${product.dataFolder}\n  Ctrl-C stops everything.\n`);
}

main().catch((error: unknown) => {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exit(1);
});
