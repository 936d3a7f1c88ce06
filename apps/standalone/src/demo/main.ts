import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type DemoAccount, routes } from '@countersign/contracts';
import { CannotStart } from '../cannot-start.js';
import { freePort } from '../free-port.js';
import { startStandalone } from '../standalone.js';
import { DemoClient } from './client.js';
import { narrate, narrateEnd } from './narrate.js';
import { type DemoAccounts, askOneQuestion } from './one-question.js';

const ROOT = path.resolve(__dirname, '../../../..');
const USAGE = `usage: npm run demo -- "QUESTION" [--json] [--choose REF|usual]… [--today YYYY-MM-DD] [--locale en|ko] [--url URL]
exit status: 0 answered, 3 asked back, 4 refused or not answered, 1 trouble, 2 unusable arguments`;

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

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, choose: { type: 'string', multiple: true, default: [] }, today: { type: 'string' }, locale: { type: 'string' }, url: { type: 'string' }, timeout: { type: 'string', default: '120' } },
  });
  const [question] = positionals;
  const { locale } = values;
  if (question === undefined || positionals.length > 1 || (locale !== undefined && locale !== 'en' && locale !== 'ko')) {
    console.error(USAGE);
    return 2;
  }
  const place = await findOrStart(values.url);
  let stopped = false;
  const stop = async (): Promise<void> => {
    if (!stopped) await place.stop();
    stopped = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().finally(() => process.exit(130)));
  const write = (text: string): void => void (values.json || process.stdout.write(`${text}\n`));
  try {
    let last: Parameters<typeof narrateEnd>[1] | undefined;
    const outcome = await askOneQuestion(place.baseUrl, await accountsOf(place.baseUrl), { question, today: values.today, locale, choose: values.choose, timeoutMs: Number(values.timeout) * 1000 }, (chapter, view, packet) => {
      last = view;
      if (chapter !== 'ended') write(narrate(chapter, view, packet));
    });
    if (values.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
    else if (last) write(narrateEnd(outcome, last));
    return outcome.state === 'ANSWERED' ? 0 : outcome.state === 'NEEDS_CLARIFICATION' ? 3 : 4;
  } finally {
    await stop();
  }
}

main().then(
  (code) => { process.exitCode = code; process.stdout.write('', () => process.exit(code)); },
  (error: unknown) => {
    const known = error instanceof CannotStart || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') || (error as Error).constructor.name === 'ApiProblem';
    console.error(known ? (error as Error).message : error);
    process.exit((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1);
  },
);
