// npm test: installs and builds when needed, fetches what tests need and the machine lacks, then lint, unit, db (real
// PostgreSQL, Redis and BullMQ's PostgreSQL backend) and e2e (the whole product, real Chromium, both queue backends).
// The last line is "N passed, N failed" over all of it. With CI=true missing parts and skipped tests are failures.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const inCi = process.env.CI === 'true' || process.env.CI === '1';
const total = { passed: 0, failed: 0 };
const notes = [];
/** Whatever hangs, the last line comes. */
const endBy = Date.now() + 55 * 60_000;
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Countersign needs Node 20.19 or newer, and this is ${process.version}`);
  finish(1);
}

const { prepare, root } = await import('./prepare.mjs');
const { say, whileSaying } = await import('./progress.mjs');
process.chdir(root);
Object.assign(process.env, { NX_DAEMON: 'false', SCARF_ANALYTICS: 'false' });

try {
  await prepare();
} catch (error) {
  console.error(error.oneLine ? error.message : error);
  total.failed++;
  finish(1);
}

/** Something that tests need: in CI its absence is a failure, elsewhere it is said. */
function missing(what) {
  notes.push(what);
  if (inCi) total.failed++;
}

const works = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

let listsAreFresh = false;
/** Debian's package, when we may install it. */
async function fetchPackage(name) {
  if (!works('apt-get')) return;
  const prefix = process.getuid?.() === 0 ? [] : spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
  if (!prefix) return;
  // RUNLEVEL=1: the package's own service is not started.
  const apt = (...args) => step([...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', '-qq', '-o', 'Acquire::Retries=3', ...args], { quiet: true, minutes: 10 });
  await whileSaying(`installing ${name}`, async () => {
    if (!listsAreFresh) listsAreFresh = (await apt('update')) === 0;
    await apt('install', '-y', '--no-install-recommends', name);
  });
}

const findRedis = () => [process.env.REDIS_SERVER_BIN, 'redis-server', 'valkey-server'].filter(Boolean).find(works);
const findChromium = () => [process.env.CHROMIUM_BIN, 'chromium', 'chromium-browser', 'google-chrome', '/usr/bin/chromium'].filter(Boolean).find(works);

if (!process.env.TEST_REDIS_URL && !findRedis()) await fetchPackage('redis-server');
if (!process.env.TEST_REDIS_URL && !findRedis()) missing('no redis-server or valkey-server, and it could not be installed: tests on Redis were not run (Debian: apt-get install redis-server)');
const findMariadb = () => [process.env.MARIADB_SERVER_BIN, 'mariadbd', '/usr/sbin/mariadbd'].filter(Boolean).find(works);
if (!process.env.TEST_MARIADB_URL && !findMariadb()) await fetchPackage('mariadb-server');
if (!process.env.TEST_MARIADB_URL && !findMariadb()) missing('no mariadbd, and it could not be installed: functions were not compared with MariaDB (Debian: apt-get install mariadb-server)');
if (!findChromium()) await fetchPackage('chromium');
if (!findChromium()) missing('no Chromium, and it could not be installed: tests of the console were not run (Debian: apt-get install chromium)');

/** Runs a program to its end or its time limit; what it started ends with it. @returns its exit code, 124 when late */
function step(command, { env = process.env, minutes = 10, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), { env, cwd: root, stdio: ['ignore', quiet ? 'ignore' : 'inherit', quiet ? 'ignore' : 'inherit'], detached: true });
    const endAll = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It is gone.
      }
    };
    let late = false;
    minutes = Math.max(0.5, Math.min(minutes, (endBy - Date.now()) / 60_000));
    const limit = setTimeout(() => {
      late = true;
      console.error(`${path.basename(command[1] ?? command[0])} took longer than ${Math.round(minutes * 10) / 10} minutes and was ended`);
      endAll('SIGTERM');
      setTimeout(() => endAll('SIGKILL'), 10_000).unref();
    }, minutes * 60_000);
    const stop = () => endAll('SIGTERM');
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.once('error', () => resolve(127));
    child.once('close', (code) => {
      clearTimeout(limit);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(late ? 124 : (code ?? 1));
    });
  });
}

async function vitest(name, args, { minutes, env = {} }) {
  say(`${name}: running`);
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-results-'));
  const report = path.join(folder, 'results.json');
  const code = await step([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...args, '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { minutes, env: { ...process.env, ...env } });
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1, skipped: 0 };
  rmSync(folder, { recursive: true, force: true });
  // An error outside of any test (a rejection nobody handled, a setup that failed) has no count of its own.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (inCi) counts.failed += counts.skipped;
  else if (counts.skipped > 0) notes.push(`${name}: ${counts.skipped} skipped`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  say(`${name}: ${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
}

function count(results) {
  const unread = results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return { passed: results.numPassedTests, failed: results.numFailedTests + unread, skipped: results.numPendingTests + results.numTodoTests };
}

say('lint: running');
const lint = await step([process.execPath, 'apps/standalone/bin/lint.mjs'], { minutes: 8 });
total[lint === 0 ? 'passed' : 'failed']++;
await vitest('unit', ['--project', 'unit'], { minutes: 15 });
await vitest('db', ['--project', 'db'], { minutes: 20 });
const browser = { CHROMIUM_BIN: findChromium() ?? '' };
await vitest('e2e', ['--project', 'e2e'], { minutes: 25, env: browser });
// The same product with its queue on PostgreSQL; the console, what is told of packs, and starting and stopping don't see the difference and are not walked twice.
await vitest('e2e, queue on PostgreSQL', ['--project', 'e2e', 'apps/standalone', '--exclude', '**/publish.e2e.test.ts', '--exclude', '**/start.e2e.test.ts'], { minutes: 15, env: { ...browser, QUEUE_BACKEND: 'postgres' } });
finish(total.failed === 0 && total.passed > 0 ? 0 : 1);

function finish(code) {
  for (const note of notes) console.log(`note: ${note}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(code);
}
