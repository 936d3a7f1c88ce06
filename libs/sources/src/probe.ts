import { type Catalogue, type DataSource, Fault, type ProbeStep } from '@countersign/contracts';
import type { Driver, Link } from './driver.js';
import { describeFindings, fixScript } from './grant-findings.js';
import { knownFault } from './network-faults.js';
import type { ProbeReport, SourceTarget } from './source.js';
import { within } from './watch.js';

/** For all checks together: a peer that falls silent must not hold the probe for ever. */
const PROBE_MS = 120_000;

const CLOCK_OFF_S = 30;

/** What a server must give back as it was sent. */
export const KOREAN = '한국어 주문 €';

type Check = ProbeStep['check'];
const ORDER: readonly Check[] = ['reach', 'tls', 'sign-in', 'read-only', 'explain', 'charset', 'clock', 'catalogue'];

/** One look at a data source: every check in order, until one fails that the next ones need. Never throws for what the database does. */
export async function probe(driver: Driver, { source, credential }: SourceTarget): Promise<ProbeReport> {
  const steps: ProbeStep[] = [];
  let link: Link | undefined;
  try {
    link = await driver.connect(await credential(), () => undefined);
    const looked = look(driver, link, source, steps);
    const report = await within(PROBE_MS, looked, undefined);
    looked.catch(() => undefined);
    if (!report) throw new Fault('time-cap', false, { params: { limit: String(PROBE_MS) } });
    return report;
  } catch (error) {
    if (!knownFault(error) && (error as { code?: unknown }).code === undefined && steps.length === 0) throw error;
    return failed(driver, driver.toFault(error, steps.length === 0 ? 'connecting' : 'running'), steps, source);
  } finally {
    link?.destroy();
  }
}

async function look(driver: Driver, link: Link, source: DataSource, steps: ProbeStep[]): Promise<ProbeReport> {
  steps.push({ check: 'reach', status: 'pass', detail: `${source.host}:${source.port} answers` }, tlsStep(link, source), { check: 'sign-in', status: 'pass', detail: `signed in as ${link.account}` });
  const readOnly = await readOnlyStep(driver, link);
  steps.push(readOnly);
  steps.push(await explainStep(driver, link));
  steps.push({ check: 'charset', ...(await link.charset()) });
  steps.push(await clockStep(link));
  if (readOnly.status === 'fail') return report('refused', steps, null);
  const catalogue = await link.catalogue();
  steps.push(catalogueStep(driver, catalogue));
  return report('ready', steps, catalogue);
}

function report(status: ProbeReport['status'], steps: ProbeStep[], catalogue: Catalogue | null): ProbeReport {
  const skipped = ORDER.filter((check) => !steps.some((s) => s.check === check)).map((check): ProbeStep => ({ check, status: 'skipped', detail: 'an earlier check failed' }));
  return { status, steps: [...steps, ...skipped], catalogue };
}

function failed(driver: Driver, fault: Fault, steps: ProbeStep[], source: DataSource): ProbeReport {
  const place = `${source.host}:${source.port}`;
  const code = fault.params['detail'] ?? fault.params['kind'] ?? fault.params['sqlstate'];
  const why = code === undefined ? fault.kind : `${fault.kind}, ${code}`;
  if (steps.length > 0) {
    const check = ORDER[steps.length] ?? 'catalogue';
    return report('unreachable', [...steps, { check, status: 'fail', detail: `the check could not be finished: ${why}` }], null);
  }
  const reached: ProbeStep = { check: 'reach', status: 'pass', detail: `${place} answers` };
  if (fault.kind === 'source-no-tls') {
    const offered = fault.params['detail'] !== undefined;
    const fix = offered ? 'Use a certificate for this host name from an authority the collector trusts, or give the collector its authority.' : driver.offerTls;
    return report('refused', [reached, { check: 'tls', status: 'fail', detail: offered ? `the certificate does not hold: ${fault.params['detail']}; no credential was sent` : 'the server offers no TLS; no credential was sent', fix }], null);
  }
  if (fault.kind === 'source-auth-failed') return report('unreachable', [reached, { check: 'tls', status: 'skipped', detail: 'not reported before sign-in' }, { check: 'sign-in', status: 'fail', detail: `the server refused the sign-in (${fault.params['sqlstate'] ?? why})` }], null);
  const remedy = driver.remedyFor?.(fault);
  return report('unreachable', [{ check: 'reach', status: 'fail', detail: `${place}: ${why}`, ...(remedy === undefined ? {} : { fix: remedy }) }], null);
}

function tlsStep(link: Link, source: DataSource): ProbeStep {
  if (source.tls === 'off') return { check: 'tls', status: 'note', detail: 'plain text, by explicit setting' };
  return { check: 'tls', status: 'pass', detail: `${link.tlsVersion ?? 'TLS'}, certificate verified` };
}

async function readOnlyStep(driver: Driver, link: Link): Promise<ProbeStep> {
  const found = await link.grants();
  const writes = found.filter((f) => f.severity === 'fail');
  if (writes.length > 0) return { check: 'read-only', status: 'fail', detail: describeFindings(writes), fix: fixScript(writes, driver.readerScript) };
  if (found.length > 0) return { check: 'read-only', status: 'note', detail: `the account can't change data; ${describeFindings(found)}`, fix: fixScript(found.filter((f) => f.fix !== null), driver.readerScript) };
  return { check: 'read-only', status: 'pass', detail: 'the account can read and nothing else' };
}

async function explainStep(driver: Driver, link: Link): Promise<ProbeStep> {
  const estimate = await link.explain(driver.simplest);
  if (!estimate.available) return { check: 'explain', status: 'note', detail: `no estimate before a run: ${estimate.reason ?? 'the engine gives none'}; timeout and row limit remain` };
  if (estimate.cost === null) return { check: 'explain', status: 'pass', detail: 'rows are estimated before a run' };
  return { check: 'explain', status: 'pass', detail: 'cost and rows are estimated before a run' };
}

/** Questions about today are answered by our calendar; a server of another hour makes their answers look wrong. */
async function clockStep(link: Link): Promise<ProbeStep> {
  if (!link.clock) return { check: 'clock', status: 'skipped', detail: 'this engine’s clock is not asked' };
  const asked = Date.now();
  const { epochMs, zone } = await link.clock();
  const seconds = Math.abs(epochMs - (asked + Date.now()) / 2) / 1_000;
  if (seconds > CLOCK_OFF_S) return { check: 'clock', status: 'note', detail: `the server’s clock is ${Math.round(seconds)} s away from the collector’s; its time zone is ${zone}` };
  return { check: 'clock', status: 'pass', detail: `within ${Math.max(1, Math.ceil(seconds))} s of the collector’s; the server’s time zone is ${zone}` };
}

function catalogueStep(driver: Driver, catalogue: Catalogue): ProbeStep {
  const columns = catalogue.tables.reduce((sum, t) => sum + t.columns.length, 0);
  if (catalogue.tables.length === 0) return { check: 'catalogue', status: 'note', detail: 'the account can read no table', fix: driver.readerScript };
  return { check: 'catalogue', status: 'pass', detail: `${driver.product} ${catalogue.version}: ${catalogue.tables.length} tables, ${columns} columns` };
}
