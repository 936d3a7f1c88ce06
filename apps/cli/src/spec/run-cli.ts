import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

export const ROOT = path.resolve(__dirname, '../../../..');
export const BIN = path.join(ROOT, 'apps/cli/bin/countersign.mjs');
/** What the bin runs; tests skip its look for changed sources. */
const MAIN = path.join(ROOT, 'apps/cli/dist/main.js');

export interface CliRun {
  status: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON Lines. */
  lines: Record<string, unknown>[];
}

/** Runs the built command line as a process of its own. */
export function runCli(args: string[], input: string | Buffer = '', program = MAIN): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8', maxBuffer: 1e9, timeout: 100_000 });
  return { status, stdout, stderr, get lines() { return jsonLines(stdout); } };
}

export function jsonLines(text: string): Record<string, unknown>[] {
  return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function startCli(args: string[]) {
  return spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A file in a fresh folder, there for as long as the tests of a file run. */
export function fileOf(content: string | Buffer, name = 'file'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-cli-'));
  folders.push(folder);
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Builds once when a test runs before any build: the bin would do so itself, within the test's time. */
export function buildCli(): void {
  if (!existsSync(MAIN)) spawnSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', path.join(ROOT, 'apps/cli')], { stdio: 'ignore' });
}
