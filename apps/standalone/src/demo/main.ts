import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DemoAccount, type Locale, routes } from '@countersign/contracts';
import { CannotStart } from '../cannot-start.js';
import { freePort } from '../free-port.js';
import { startStandalone } from '../standalone.js';
import { type DemoArguments, readArguments } from './arguments.js';
import { DemoClient } from './client.js';
import { narrate, narrateEnd } from './narrate.js';
import { type DemoAccounts, askOneQuestion } from './one-question.js';
import { DemoTrouble, troubleObject, troubleOf } from './trouble.js';

const ROOT = path.resolve(__dirname, '../../../..');
interface Place {
  baseUrl: string;
  stop(): Promise<void>;
}

/** A product that runs already (said by --url, or found in the data folder), else one started for this question. */
async function findOrStart(url: string | undefined): Promise<Place> {
  const dataFolder = path.resolve(process.env.COUNTERSIGN_DATA || path.join(ROOT, '.data'));
  const running = url ?? announced(dataFolder);
  if (running && (await answers(running))) return { baseUrl: running, stop: async () => undefined };
  if (url) throw new CannotStart(`nothing answers at ${url}`);
  return startStandalone({ root: ROOT, dataFolder, port: await freePort(), env: process.env, say: (text) => console.error(text) });
}

function announced(dataFolder: string): string | undefined {
  try {
    const { url } = JSON.parse(readFileSync(path.join(dataFolder, 'running.json'), 'utf8')) as { url?: string };
    return url;
  } catch {
    return undefined;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    return false;
  }
}

/** The demo's first organization: who asks and who decides. */
async function accountsOf(baseUrl: string): Promise<DemoAccounts> {
  const { accounts, password } = await new DemoClient(baseUrl).call<{ accounts: DemoAccount[]; password: string }>(routes.demo);
  const asker = accounts.find((a) => a.role === 'analyst');
  const approver = accounts.find((a) => a.role === 'approver' && a.tenant === asker?.tenant);
  if (!asker || !approver) throw new CannotStart('there are no demo sign-ins at that address');
  return { asker: { email: asker.email, password }, approver: { email: approver.email, password } };
}

async function run(args: DemoArguments): Promise<number> {
  const place = await findOrStart(args.url);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= place.stop());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().finally(() => finish(new DemoTrouble('interrupted', 'interrupted'), args.json)));
  const write = (text: string): void => void (args.json || process.stdout.write(`${text}\n`));
  try {
    let last: Parameters<typeof narrateEnd>[1] | undefined;
    const outcome = await askOneQuestion(place.baseUrl, await accountsOf(place.baseUrl), args, (chapter, view, packet) => {
      last = view;
      if (chapter !== 'ended') write(narrate(chapter, view, packet));
    });
    if (args.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
    else if (last) write(narrateEnd(outcome, last));
    return outcome.state === 'ANSWERED' ? 0 : outcome.state === 'NEEDS_CLARIFICATION' ? 3 : 4;
  } finally {
    await stop();
  }
}

/** One line for a person; for a machine, one object on standard output. */
function finish(trouble: DemoTrouble, json: boolean): void {
  console.error(trouble.message);
  if (json) process.stdout.write(`${JSON.stringify(troubleObject(trouble))}\n`);
  process.stdout.write('', () => process.exit(trouble.exit));
}

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  let locale: Locale = 'en';
  try {
    const args = readArguments(given);
    locale = args.locale;
    const code = await run(args);
    process.stdout.write('', () => process.exit(code));
  } catch (error) {
    finish(troubleOf(error, locale), given.includes('--json'));
  }
}

void main();
