import type { TLSSocket } from 'node:tls';
import { isFault, type Catalogue, type DataSource, type ProbeStep } from '@countersign/contracts';
import type { ProbeReport, SourceSettings } from '../source.js';
import { readCatalogue } from './catalog.js';
import { SourceClient, type PostgresAddress } from './connect.js';
import { toFault } from './errors.js';
import { describeFindings, fixScript, grantFindings, readerScript } from './grants.js';
import { watch } from './watch.js';
import { explain } from './explain.js';

const PROBE_MS = 60_000;
const KOREAN = '한국어 주문 €';

type Check = ProbeStep['check'];
const ORDER: readonly Check[] = ['reach', 'tls', 'sign-in', 'read-only', 'explain', 'charset', 'catalogue'];

/** One look at a data source: every check in order, until one fails that the next ones need. */
export async function probe(addressFor: () => Promise<PostgresAddress>, source: DataSource, settings: SourceSettings): Promise<ProbeReport> {
  const steps: ProbeStep[] = [];
  let client: SourceClient | undefined;
  try {
    client = new SourceClient({ address: await addressFor() });
    await client.connect();
    steps.push({ check: 'reach', status: 'pass', detail: `${source.host}:${source.port} answers` }, tlsStep(client, source), { check: 'sign-in', status: 'pass', detail: `signed in as ${client.user ?? ''}` });
    const readOnly = await readOnlyStep(client, source);
    steps.push(readOnly, await explainStep(client, settings), await charsetStep(client));
    if (readOnly.status === 'fail') return report('refused', steps, null);
    const catalogue = await readCatalogue(client);
    steps.push(catalogueStep(catalogue, source));
    return report('ready', steps, catalogue);
  } catch (error) {
    if (!isFault(error) && (error as { code?: unknown }).code === undefined && steps.length === 0) throw error;
    return failed(toFault(error, steps.length === 0 ? 'connecting' : 'running'), steps, source);
  } finally {
    client?.destroy();
  }
}

function report(status: ProbeReport['status'], steps: ProbeStep[], catalogue: Catalogue | null): ProbeReport {
  const skipped = ORDER.filter((check) => !steps.some((s) => s.check === check)).map((check): ProbeStep => ({ check, status: 'skipped', detail: 'an earlier check failed' }));
  return { status, steps: [...steps, ...skipped], catalogue };
}

function failed(fault: ReturnType<typeof toFault>, steps: ProbeStep[], source: DataSource): ProbeReport {
  const place = `${source.host}:${source.port}`;
  const code = fault.params['detail'] ?? fault.params['kind'] ?? fault.params['sqlstate'];
  const why = code === undefined ? fault.kind : `${fault.kind}, ${code}`;
  if (steps.length > 0) {
    const check = ORDER[steps.length] ?? 'catalogue';
    return report('unreachable', [...steps, { check, status: 'fail', detail: `the check could not be finished: ${why}` }], null);
  }
  const reached: ProbeStep = { check: 'reach', status: 'pass', detail: `${place} answers` };
  if (fault.kind === 'source-no-tls') {
    const fix = fault.params['detail'] === undefined ? "ALTER SYSTEM SET ssl = 'on'; -- with ssl_cert_file and ssl_key_file; then reload" : 'Use a certificate for this host name from an authority the collector trusts, or give the collector its authority.';
    return report('refused', [reached, { check: 'tls', status: 'fail', detail: fault.params['detail'] === undefined ? 'the server offers no TLS; no credential was sent' : `the certificate does not hold: ${fault.params['detail']}; no credential was sent`, fix }], null);
  }
  if (fault.kind === 'source-auth-failed') return report('unreachable', [reached, { check: 'tls', status: 'skipped', detail: 'not reported before sign-in' }, { check: 'sign-in', status: 'fail', detail: `the server refused the sign-in (${fault.params['sqlstate'] ?? why})` }], null);
  return report('unreachable', [{ check: 'reach', status: 'fail', detail: `${place}: ${why}` }], null);
}

function tlsStep(client: SourceClient, source: DataSource): ProbeStep {
  if (source.tls === 'off') return { check: 'tls', status: 'note', detail: 'plain text, by explicit setting' };
  return { check: 'tls', status: 'pass', detail: `${(client.wire.stream as TLSSocket).getProtocol() ?? 'TLS'}, certificate verified` };
}

async function readOnlyStep(client: SourceClient, source: DataSource): Promise<ProbeStep> {
  const found = await grantFindings(client);
  const writes = found.filter((f) => f.severity === 'fail');
  if (writes.length > 0) return { check: 'read-only', status: 'fail', detail: describeFindings(writes), fix: fixScript(writes, source.database) };
  if (found.length > 0) return { check: 'read-only', status: 'note', detail: `the account can't change data; ${describeFindings(found)}`, fix: fixScript(found.filter((f) => f.fix !== null), source.database) };
  return { check: 'read-only', status: 'pass', detail: 'the account can read and nothing else' };
}

async function explainStep(client: SourceClient, settings: SourceSettings): Promise<ProbeStep> {
  const clock = watch(new AbortController().signal, PROBE_MS, settings.deadlineGraceMs);
  try {
    await explain({ client, clock, busy: false, abandoned: false }, 'SELECT 1');
    return { check: 'explain', status: 'pass', detail: 'cost and rows are estimated before a run' };
  } finally {
    clock.dispose();
  }
}

async function charsetStep(client: SourceClient): Promise<ProbeStep> {
  const { rows } = await client.query<{ encoding: string }>(`SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`);
  const encoding = rows[0]?.encoding ?? 'unknown';
  if (encoding === 'SQL_ASCII') return { check: 'charset', status: 'note', detail: 'SQL_ASCII: the server does not know what its bytes mean; text that is not UTF-8 will be shown wrongly' };
  try {
    const echo = await client.query<{ text: string; length: number }>('SELECT $1::text AS text, length($1::text) AS length', [KOREAN]);
    if (echo.rows[0]?.text === KOREAN && echo.rows[0].length === KOREAN.length) return { check: 'charset', status: 'pass', detail: `${encoding}: Korean text comes back as it was sent` };
    return { check: 'charset', status: 'note', detail: `${encoding}: Korean text does not come back as it was sent` };
  } catch (error) {
    // The class of conversion errors: this database can't hold the text. Anything else is a fault.
    if ((error as { code?: unknown }).code === '22P05') return { check: 'charset', status: 'note', detail: `${encoding} can't hold Korean text` };
    throw error;
  }
}

function catalogueStep(catalogue: Catalogue, source: DataSource): ProbeStep {
  const columns = catalogue.tables.reduce((sum, t) => sum + t.columns.length, 0);
  if (catalogue.tables.length === 0) return { check: 'catalogue', status: 'note', detail: 'the account can read no table', fix: readerScript(source.database) };
  return { check: 'catalogue', status: 'pass', detail: `PostgreSQL ${catalogue.version}: ${catalogue.tables.length} tables, ${columns} columns` };
}
