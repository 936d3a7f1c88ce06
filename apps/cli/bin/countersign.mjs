#!/usr/bin/env node
// The command line from a clone: builds what it needs the first time and after a change, then runs it. Nothing but the
// command's own output goes to standard output.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');
const main = path.join(root, 'apps/cli/dist/main.js');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const lock = path.join(root, 'apps/cli/dist/.building');
const NEEDED = ['libs/contracts', 'libs/pack', 'libs/sql', 'libs/evidence', 'libs/access', 'libs/audit', 'libs/pipeline', 'libs/platform', 'apps/cli'];
const LONGEST_BUILD_MS = 300_000;

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.name.endsWith('.ts')) latest = Math.max(latest, statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return latest;
}

const isBuilt = (project) => {
  const stamp = statSync(path.join(root, project, 'dist/.tsbuildinfo'), { throwIfNoEntry: false });
  return stamp !== undefined && newest(path.join(root, project, 'src')) <= stamp.mtimeMs;
};
const allBuilt = () => existsSync(main) && NEEDED.every(isBuilt);

/** One process builds, the others wait for it: half-written files must not be loaded. */
async function build() {
  mkdirSync(path.dirname(lock), { recursive: true });
  for (const begun = Date.now(); Date.now() - begun < LONGEST_BUILD_MS; await setTimeout(200)) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') return;
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > LONGEST_BUILD_MS) rmdirSync(lock);
    }
  }
  try {
    if (allBuilt()) return;
    console.error('countersign: building …');
    const { status } = spawnSync(process.execPath, [tsc, '-b', path.join(root, 'apps/cli')], { stdio: ['ignore', existsSync(main) ? 'ignore' : 2, 2] });
    if (status !== 0) console.error(existsSync(main) ? 'countersign: the build failed; running the last one that did not' : 'countersign: the build failed');
  } finally {
    rmdirSync(lock);
  }
}

if (!allBuilt() && existsSync(tsc)) await build();
if (!existsSync(main)) {
  console.error('countersign: there is nothing to run; npm install, then npm run build');
  process.exit(1);
}
createRequire(import.meta.url)(main);
