import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** What the runner understands; it needs a database server, which this command line has none of, so it is a program beside it. */
const RUNNER = path.resolve(__dirname, '../../../../eval/runner/run.mjs');

/** `countersign eval run`: how often is the product right, on suites of questions and statements? */
export function evalRunCommand(args: string[]): number {
  return spawnSync(process.execPath, [RUNNER, ...args], { stdio: 'inherit' }).status ?? 1;
}
