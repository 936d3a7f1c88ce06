import { spawn } from 'node:child_process';

/**
 * Signals `pid` when this process is gone, even by kill -9: a shell waits for the end of a pipe that only we hold.
 * Servers that know nothing of us (PostgreSQL, Redis) would otherwise stay behind.
 *
 * @returns call it once the server has ended, so that a process which later gets the same number is left alone.
 */
export function guardWithParent(pid: number, signal: 'INT' | 'TERM'): () => void {
  if (process.platform === 'win32') return () => undefined;
  const shell = spawn('/bin/sh', ['-c', `trap '' INT TERM HUP; read -r line; [ "$line" = over ] || kill -${signal} ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/', env: {} });
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined);
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return () => shell.stdin?.end('over\n');
}
