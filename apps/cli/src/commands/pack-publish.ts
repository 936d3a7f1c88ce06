import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { routes, type PackRelease } from '@countersign/contracts';
import { wholeArgument } from '../arguments.js';
import { yamlFiles } from '../pack-folder.js';
import { ApiRefusal, productApi, type ProductApi } from '../product-api.js';
import type { Publication } from '../publication.js';
import { publishText } from '../publish-text.js';
import { UsageError } from '../usage.js';

const ASK_EVERY_MS = 1_000;
const USUAL_WAIT_S = 600;

const STATUS: Record<Publication['state'], number> = { published: 0, refused: 1, proving: 1, 'awaiting-second': 3 };

/** `countersign pack publish`: draft, proof and publication of a folder, as one command. */
export async function packPublishCommand(args: string[], env: NodeJS.ProcessEnv, output: Writable, diagnostics: Writable): Promise<number> {
  if (args.some((arg) => /^--token(=|$)/.test(arg))) throw new UsageError('the token belongs into COUNTERSIGN_TOKEN: an argument stands in the list of processes');
  const { positionals, values } = parseArgs({ args, options: { url: { type: 'string' }, wait: { type: 'string' }, json: { type: 'boolean' } }, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length !== 1) throw new UsageError('pack publish needs one DIR');
  const waitMs = wholeArgument('--wait', values.wait, USUAL_WAIT_S) * 1_000;
  const api = productApi(values.url, env['COUNTERSIGN_TOKEN']);
  const done = await publish(api, yamlFiles(folder), waitMs, (what) => void diagnostics.write(`${what}\n`));
  output.write(values.json ? `${JSON.stringify(machineReadable(done))}\n` : publishText(done));
  return STATUS[done.state];
}

async function publish(api: ProductApi, files: Record<string, string>, waitMs: number, say: (what: string) => void): Promise<Publication> {
  let release: PackRelease | undefined;
  let dataSources: Publication['dataSources'] = [];
  const ended = async (state: Publication['state'], reason: Publication['reason'] = null): Promise<Publication> => ({
    state, reason, dataSources, release: release ? await api.call(routes.getRelease, { params: { id: release.id } }) : null,
  });
  try {
    // First of all: a token that may not read would leave a release behind whose end it can't tell.
    dataSources = (await api.call(routes.listDataSources)).items;
    say('read, tested and compared …');
    release = await api.call(routes.draftRelease, { body: { files } });
    if (release.state === 'failed') return await ended('refused');
    say('held against the data …');
    release = await api.call(routes.proveRelease, { params: { id: release.id }, body: { version: release.version } });
    for (const end = Date.now() + waitMs; release.state === 'proving'; await sleep(ASK_EVERY_MS)) {
      if (Date.now() > end) return await ended('proving');
      release = await api.call(routes.getRelease, { params: { id: release.id } });
    }
    if (release.state !== 'proved') return await ended('refused');
    release = await api.call(routes.publishRelease, { params: { id: release.id }, body: { version: release.version } });
    return await ended(release.state === 'awaiting-second' ? 'awaiting-second' : 'published');
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return ended('refused', { code: error.code, message: error.message });
  }
}

function machineReadable({ state, reason, release, dataSources }: Publication): object {
  if (!release) return { state, reason };
  const { id, packId, baseVersion, publishedVersion, report, proofs } = release;
  return {
    state, reason, release: id, pack: packId, baseVersion, publishedVersion, ...report,
    proofs: proofs.map(({ dataSourceId, outcome, finishedAt, results }) => ({ dataSource: dataSources.find((source) => source.id === dataSourceId)?.name ?? dataSourceId, outcome, finishedAt, claims: results.length, failed: results.filter((result) => result.outcome !== 'passed') })),
  };
}
