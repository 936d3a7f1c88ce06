// Installs and builds what is missing or out of date, and nothing else.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { whileSaying } from './progress.mjs';

export const root = path.resolve(import.meta.dirname, '../../..');
export const startScript = path.join(root, 'apps/standalone/dist/start.js');
const stampFile = path.join(root, 'apps/standalone/dist/.built');
const PROCESSES = ['api', 'worker', 'collector', 'cli', 'standalone'];

/** An error whose message is all a person needs. */
export class OneLine extends Error {
  oneLine = true;
}

/** Runs a program; its output is shown only when it fails. */
export function run(command, args, { show = false, env = process.env, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => { output = (output + data).slice(-20_000); });
    child.once('error', (error) => reject(new OneLine(`${command} can't be run: ${error.code ?? error.message}`)));
    child.once('close', (code) => {
      if (code === 0) return resolve(output);
      if (output) console.error(output.trimEnd());
      reject(new OneLine(`failed: ${path.basename(command)} ${args.join(' ')} (exit ${code})`));
    });
  });
}

/** What the lock file asks for is what node_modules holds. */
export function isInstalled() {
  const held = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(held)) return false;
  const have = JSON.parse(readFileSync(held, 'utf8')).packages;
  const want = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(([place, entry]) => place === '' || !place.includes('node_modules/') || entry.link || entry.optional || entry.devOptional || entry.peer || have[place]?.version === entry.version);
}

export async function ensureInstalled() {
  if (isInstalled()) return;
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new OneLine(`packages are not installed, and ${root} can't be written: run npm ci as the owner of the folder`);
  }
  await whileSaying('installing packages (a few minutes the first time)', () => run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env: { ...process.env, SCARF_ANALYTICS: 'false', NODE_ENV: '' } }));
}

/** SHA-256 over the names and bytes of all files below the folders: what the build is made from. */
function fingerprint(places) {
  const hash = createHash('sha256');
  const walk = (place) => {
    if (!existsSync(place)) return;
    const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const full = path.join(place, entry.name);
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'generated'].includes(entry.name)) walk(full);
      } else if (entry.isFile()) hash.update(path.relative(root, full)).update('\0').update(readFileSync(full)).update('\0');
    }
  };
  for (const place of places) {
    const full = path.join(root, place);
    if (/\.[a-z]+$/.test(place)) existsSync(full) && hash.update(place).update('\0').update(readFileSync(full));
    else walk(full);
  }
  return hash.digest('hex');
}

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
};

export async function ensureBuilt() {
  const shared = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];
  const web = fingerprint([...shared, 'apps/web', 'libs/contracts', 'libs/pack']);
  const server = fingerprint([...shared, 'prisma/schema.prisma', 'libs', ...PROCESSES.map((app) => `apps/${app}`)]);
  const stamp = readStamp();
  const built = PROCESSES.filter((app) => existsSync(path.join(root, 'apps', app, 'src'))).every((app) => readdirSync(path.join(root, 'apps', app)).includes('dist'));
  if (stamp.server !== server || !built || !existsSync(startScript)) {
    await whileSaying('building the processes', async () => {
      await run(process.execPath, ['prisma/generate.mjs']);
      await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b']);
    });
  }
  if (stamp.web !== web || !existsSync(path.join(root, 'apps/web/dist/index.html'))) {
    await whileSaying('building the console', () => run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', 'build', '-w', '@countersign/web', '--silent']));
  }
  if (stamp.server === server && stamp.web === web) return;
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ server, web }));
}

export async function prepare() {
  await ensureInstalled();
  await ensureBuilt();
}
