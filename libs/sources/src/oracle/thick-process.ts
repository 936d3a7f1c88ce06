import { fork } from 'node:child_process';
import path from 'node:path';
import { Fault } from '@countersign/contracts';
import type { OracleDial, OracleSession } from './oracle-session.js';
import type { Answer, Question, SessionFacts, WorkerMethod } from './thick-protocol.js';

/** Compiled, because a process of its own doesn't go through the tests' loader. */
const WORKER = path.resolve(__dirname, '../../dist/oracle/thick-worker.js');

/**
 * A session in Thick mode, in a process of its own: the mode is global to a process, its native code can take a process
 * down, and closing what hangs is then simply ending it. One process a session, so no session can harm another.
 * @param clientDir where Oracle Instant Client lies; its libraries are found by this before the process starts
 */
export function thickProcess(clientDir: string, worker = WORKER): OracleDial {
  return async (address, closed) => {
    const child = fork(worker, [], { env: { LD_LIBRARY_PATH: clientDir, NLS_LANG: '.AL32UTF8' }, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>();
    let asked = 0;
    const gone = () => {
      for (const { reject } of waiting.values()) reject(Object.assign(new Error('the process of the session ended'), { code: 'NJS-500' }));
      waiting.clear();
      closed();
    };
    child.once('exit', gone);
    child.once('error', gone);
    child.on('message', (answer: Answer) => {
      const question = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (!question) return;
      if ('error' in answer) question.reject(revived(answer.error));
      else question.resolve(answer.value as never);
    });
    const call = <T>(method: WorkerMethod, ...args: unknown[]): Promise<T> => new Promise<T>((resolve, reject) => {
      const question: Question = { id: (asked += 1), method, args };
      waiting.set(question.id, { resolve, reject });
      if (child.connected) child.send(question);
      else gone();
    });
    const kill = () => void child.kill('SIGKILL');
    try {
      const facts = await call<SessionFacts>('dial', address);
      return sessionOf(call, facts, kill);
    } catch (error) {
      kill();
      throw error;
    }
  };
}

function sessionOf(call: <T>(method: WorkerMethod, ...args: unknown[]) => Promise<T>, facts: SessionFacts, kill: () => void): OracleSession {
  return {
    ...facts,
    ask: (...args) => call('ask', ...args),
    open: (...args) => call('open', ...args),
    fetch: (...args) => call('fetch', ...args),
    rollback: () => call('rollback'),
    stop: () => call('stop'),
    end: () => call<void>('end').finally(kill),
    destroy: kill,
  };
}

/** A fault crosses as what it is, a driver's error as its code and place. */
function revived(error: Extract<Answer, { error: unknown }>['error']): Error {
  if ('kind' in error) return new Fault(error.kind, error.retryable, { params: error.params });
  return Object.assign(new Error(error.message), { code: error.code, offset: error.offset });
}
