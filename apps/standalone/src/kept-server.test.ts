import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeptServer, type OwnServer } from './kept-server.js';

interface TestServer extends OwnServer {
  end(): void;
  stopped: boolean;
}

function server(pid: number): TestServer {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const made: TestServer = { pid, ended, end, stopped: false, stop: async () => { made.stopped = true; end(); } };
  return made;
}

function kept(again: (before: TestServer) => Promise<TestServer>) {
  const said: string[] = [];
  const lost: string[] = [];
  const first = server(1);
  return { first, said, lost, keeper: new KeptServer(first, { name: 'Store', again, say: (text) => said.push(text), lost: (what) => lost.push(what) }) };
}

describe('a server that is kept', () => {
  it('is started again when it ends, and the new one is the current one', async () => {
    const second = server(2);
    const { first, keeper, said } = kept(async () => second);
    first.end();
    await turn();
    expect(keeper.current).toBe(second);
    expect(said).toEqual(['Store ended; starting it again', 'Store is back']);
    await keeper.stop();
  });

  it('is given up after five ends in a row', async () => {
    const made: TestServer[] = [];
    const { first, lost } = kept(async () => (made.push(server(made.length + 2)), made.at(-1)!));
    first.end();
    for (let i = 0; i < 6; i += 1) {
      await turn();
      made.at(-1)?.end();
    }
    await turn();
    expect(made).toHaveLength(5);
    expect(lost).toEqual(['Store ended again and again']);
  });

  it('is lost, with the reason, when it can not be started again', async () => {
    const { first, lost } = kept(async () => { throw new Error('the disk is full'); });
    first.end();
    await turn();
    expect(lost).toEqual(["Store can't be started again: the disk is full"]);
  });

  it('stays ended once it was stopped, also in the middle of a restart', async () => {
    const second = server(2);
    let come = (): void => undefined;
    const { first, keeper, said } = kept(() => new Promise((resolve) => (come = () => resolve(second))));
    first.end();
    await turn();
    const stopping = keeper.stop();
    come();
    await stopping;
    expect(second.stopped).toBe(true);
    expect(said).toEqual(['Store ended; starting it again']);
  });
});
