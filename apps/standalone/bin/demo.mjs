// npm run demo -- "net revenue by month in 2025": one question through the real processes, as two people.
// Standard output carries the story, or with --json exactly one object; everything else goes to standard error.
import path from 'node:path';

const json = process.argv.includes('--json');
if (json) console.log = console.error;
const { prepare, root } = await import('./prepare.mjs');
try {
  await prepare();
  await import(path.join(root, 'apps/standalone/dist/demo/main.js'));
} catch (error) {
  console.error(error?.oneLine ? error.message : error);
  if (json) process.stdout.write(`${JSON.stringify({ jobId: null, state: null, error: { code: 'cannot-start', message: String(error?.message ?? error).split('\n')[0] } })}\n`);
  process.exitCode = 1;
}
