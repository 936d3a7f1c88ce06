import 'reflect-metadata';
import { onShutdown } from '@countersign/platform';
import { startApi } from './compose.js';
import { readEnvironment } from './environment.js';

async function main(): Promise<void> {
  const { port, log, closing } = await startApi(readEnvironment(process.env), process.env);
  onShutdown({ log, steps: closing });
  log.info({ port }, 'api is ready');
}

main().catch((error: unknown) => {
  console.error(`api can't start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
