import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { gone, isAlive } from './process-table.js';

const folders: string[] = [];
function folder(parent = tmpdir()): string {
  const made = mkdtempSync(path.join(parent, 'countersign-embedded-'));
  folders.push(made);
  return made;
}
afterEach(() => folders.splice(0).forEach((made) => rmSync(made, { recursive: true, force: true })));

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.map((row: unknown[]) => row[0]);
  } finally {
    await client.end();
  }
}

describe('embedded PostgreSQL', () => {
  it('keeps its rows from one start to the next', async () => {
    const place = path.join(folder(), 'deep/er');
    const first = await startEmbeddedPostgres({ folder: place });
    await ask(first.url(), "create table kept as select '값' as v");
    await first.stop();
    const second = await startEmbeddedPostgres({ folder: place });
    expect(await ask(second.url(), 'select v from kept')).toEqual(['값']);
    await second.stop();
  });

  it('sees Korean letters in trigrams and folds case beyond ASCII', async () => {
    const server = await startEmbeddedPostgres({ folder: folder(), disposable: true });
    await ask(server.url(), 'create extension pg_trgm');
    expect(await ask(server.url(), "select similarity('순매출 합계', '순매출 총계') > 0.3 and lower('ÄÖ') = 'äö'")).toEqual([true]);
    await server.stop();
  });

  it('works below a folder that only its owner may enter', async () => {
    const outer = folder();
    chmodSync(outer, 0o700);
    const server = await startEmbeddedPostgres({ folder: path.join(outer, 'data'), disposable: true });
    expect(await ask(server.url(), 'select 1')).toEqual([1]);
    await server.stop();
  });

  it('stops a server that a killed start left behind, and loses nothing', async () => {
    const place = folder();
    const first = await startEmbeddedPostgres({ folder: place });
    await ask(first.url(), 'create table kept as select 42 as v');
    const second = await startEmbeddedPostgres({ folder: place });
    await first.ended;
    expect(await ask(second.url(), 'select v from kept')).toEqual([42]);
    await second.stop();
  });

  it('recovers when its server was killed hard', async () => {
    const place = folder();
    const first = await startEmbeddedPostgres({ folder: place });
    await ask(first.url(), 'create table kept as select 43 as v');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const second = await startEmbeddedPostgres({ folder: place });
    expect(await ask(second.url(), 'select v from kept')).toEqual([43]);
    await second.stop();
  });

  it('ends its server when this process is killed with -9', async () => {
    const place = folder();
    const script = path.join(place, 'parent.mjs');
    const dist = path.resolve(import.meta.dirname, '../dist/embedded-postgres.js');
    if (!existsSync(dist)) execFileSync('npx', ['tsc', '-b', 'apps/standalone'], { cwd: path.resolve(import.meta.dirname, '../../..') });
    writeFileSync(script, `import { startEmbeddedPostgres } from ${JSON.stringify(dist)}; const s = await startEmbeddedPostgres({ folder: ${JSON.stringify(path.join(place, 'pg'))}, disposable: true }); console.log(s.pid); setInterval(() => {}, 1000);`);
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number(await new Promise<string>((resolve) => parent.stdout.once('data', (data: Buffer) => resolve(data.toString()))));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    expect(await gone(pid, 20_000)).toBe(true);
  });

  it('never initialises over files that are no cluster', async () => {
    const place = folder();
    mkdirSync(path.join(place, 'cluster'));
    writeFileSync(path.join(place, 'cluster', 'precious.txt'), 'mine');
    await expect(startEmbeddedPostgres({ folder: place })).rejects.toThrow(/damaged or no database.*nothing was changed/);
    expect(readdirSync(path.join(place, 'cluster'))).toEqual(['precious.txt']);
  });

  it('says in one line that a cluster is corrupt, and changes nothing', async () => {
    const place = folder();
    const first = await startEmbeddedPostgres({ folder: place });
    await first.stop();
    const control = path.join(place, 'cluster/global/pg_control');
    const before = Buffer.alloc(8192, 7);
    writeFileSync(control, before);
    const failure = await startEmbeddedPostgres({ folder: place }).then(() => '', (error: Error) => error.message);
    expect(failure).toMatch(/^PostgreSQL can't start on .*nothing was changed/);
    expect(failure).not.toContain('\n');
    expect(readFileSync(control).equals(before)).toBe(true);
  });

  it('refuses a cluster of another PostgreSQL version', async () => {
    const place = folder();
    mkdirSync(path.join(place, 'cluster'));
    writeFileSync(path.join(place, 'cluster', 'PG_VERSION'), '13\n');
    await expect(startEmbeddedPostgres({ folder: place })).rejects.toThrow(/made by PostgreSQL 13, and this is 18/);
  });

  it('says in one line that the place can not be written', async () => {
    const place = folder();
    writeFileSync(path.join(place, 'file'), '');
    await expect(startEmbeddedPostgres({ folder: path.join(place, 'file/data') })).rejects.toThrow(/^can't use the data folder .*ENOTDIR$/);
  });
});
