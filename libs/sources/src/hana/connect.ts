import { isIP } from 'node:net';
import { Fault, type DataSource, type SourceCredential } from '@countersign/contracts';
import hdb from 'hdb';
import type { SourceSettings } from '../source.js';
import { tlsFault, tlsObstacle } from '../tls-obstacle.js';
import { within } from '../watch.js';
import { toFault } from './errors.js';
import { HanaSession } from './hana-session.js';

const HOST = /^[\w.:-]+$/;
const SCHEMA = /^[^"\0]{1,127}$/;

/** `database` or `database/schema`: the schema is the one unqualified names are looked up in. */
export function placeOf(text: string): { database: string; schema: string | undefined } {
  const [database = '', schema] = text.split('/', 2);
  if (!/^\w+$/.test(database) || (schema !== undefined && !SCHEMA.test(schema))) throw new Fault('source-unreachable', false, { params: { detail: 'not-a-database-name' } });
  return { database, schema };
}

/** @throws Fault */
export async function dial(source: DataSource, credential: SourceCredential, settings: SourceSettings, closed: () => void): Promise<HanaSession> {
  if (!HOST.test(source.host)) throw new Fault('source-unreachable', false, { params: { detail: 'not-a-host-name' } });
  const tls = source.tls !== 'off';
  const client = hdb.createClient({
    host: source.host,
    port: source.port,
    user: credential.username,
    password: credential.password,
    initializationTimeout: settings.connectTimeoutMs,
    useCesu8: true,
    // The server may not send the credential to another host.
    disableCloudRedirect: true,
    ...(tls ? { useTLS: true, rejectUnauthorized: true, minVersion: 'TLSv1.2', servername: isIP(source.host) ? '' : source.host, ...(settings.clientCertificate === undefined ? {} : { cert: settings.clientCertificate, key: credential.clientKey }), ...(settings.ca === undefined ? {} : { ca: settings.ca, sslHanaCloudCertificates: false }) } : {}),
  });
  // A connection that ends while nobody waits emits 'error'; without a listener that would end the process.
  client.on('error', () => undefined);
  client.once('close', closed);
  const dialled = new Promise<void>((resolve, reject) => client.connect((error) => (error ? reject(error) : resolve())));
  try {
    // The driver's own limit ends with the first answer, before the sign-in.
    if ((await within(settings.connectTimeoutMs, dialled.then(() => 'open' as const), 'silent' as const)) === 'silent') throw new Fault('source-unreachable', true, { params: { detail: 'ETIMEDOUT' } });
    const session = new HanaSession(client);
    await rightDatabase(session, placeOf(source.database).database);
    return session;
  } catch (error) {
    dialled.catch(() => undefined);
    client.destroy();
    const { code } = error as { code?: unknown };
    // The driver wraps whatever went wrong with the socket and loses its code: what is in the way is looked at without it.
    if (code === 'EHDBOPENCONN' && tls) throw await tlsObstacle({ host: source.host, port: source.port, ca: settings.ca, timeoutMs: settings.connectTimeoutMs }, error);
    throw tls && code === 'EHDBINIT' ? tlsFault(error) : toFault(error, 'connecting');
  }
}

/** Each database of a system has a port of its own; the name is compared rather than followed to another host. */
async function rightDatabase(session: HanaSession, wanted: string): Promise<void> {
  const [[found] = []] = await session.ask('SELECT DATABASE_NAME FROM SYS.M_DATABASE');
  if (found?.toUpperCase() !== wanted.toUpperCase()) throw new Fault('source-unreachable', false, { params: { detail: 'no-such-database' } });
}
