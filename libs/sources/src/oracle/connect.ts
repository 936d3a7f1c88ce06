import { Fault, type DataSource, type SourceCredential } from '@countersign/contracts';
import oracledb from 'oracledb';
import type { SourceSettings } from '../source.js';
import { toFault } from './errors.js';
import { openSession } from './oracledb-session.js';
import type { OracleAddress, OracleDial, OracleSession } from './oracle-session.js';
import { thickProcess } from './thick-process.js';
import { tlsObstacle } from '../tls-obstacle.js';
import { readTimesExactly } from './wire-time.js';

/** What a connect descriptor may hold unquoted: a name with a parenthesis in it would add an address of its own. */
const HOST = /^[\w.:-]+$/;
const SERVICE = /^[\w.$#-]+$/;
const SCHEMA = /^[^"\0]{1,128}$/;

/** The driver's own code for "older than 12.1": only Thick mode speaks to such a server. */
const TOO_OLD = 'NJS-138';

/** `service` or `service/schema`: the schema is the one unqualified names are looked up in. */
export function placeOf(database: string): { service: string; schema: string | undefined } {
  const [service = '', schema] = database.split('/', 2);
  if (!SERVICE.test(service) || (schema !== undefined && !SCHEMA.test(schema))) throw new Fault('source-unreachable', false, { params: { detail: 'not-a-service-name' } });
  return { service, schema };
}

/** @throws Fault 'source-unreachable' for a host or service that is none. Nothing but these fields has a say: no tnsnames, no wallet directory, no connection string. */
export function addressOf(source: DataSource, credential: SourceCredential, settings: SourceSettings): OracleAddress {
  if (!HOST.test(source.host)) throw new Fault('source-unreachable', false, { params: { detail: 'not-a-host-name' } });
  const { service } = placeOf(source.database);
  const tls = source.tls !== 'off';
  const [{ clientCertificate }, { clientKey }] = [settings, credential];
  const seconds = Math.max(1, Math.ceil(settings.connectTimeoutMs / 1000));
  const connectString = `(DESCRIPTION=(CONNECT_TIMEOUT=${seconds})(TRANSPORT_CONNECT_TIMEOUT=${seconds})(RETRY_COUNT=0)` +
    `(ADDRESS=(PROTOCOL=${tls ? 'tcps' : 'tcp'})(HOST=${source.host})(PORT=${source.port}))(CONNECT_DATA=(SERVICE_NAME=${service}))${tls ? '(SECURITY=(SSL_SERVER_DN_MATCH=ON))' : ''})`;
  return { connectString, user: credential.username, password: credential.password, ca: settings.ca, tls, connectTimeoutMs: settings.connectTimeoutMs, ...(clientCertificate === undefined || clientKey === undefined ? {} : { client: { cert: clientCertificate, key: clientKey } }) };
}

/** Thin mode, in this process. */
const thin: OracleDial = (address, closed) => {
  readTimesExactly();
  return openSession(oracledb, 'thin', address, closed);
};

/**
 * Thin mode, or for a server older than 12.1 Thick mode in a process of its own, with the Instant Client that the
 * collector's operator installed.
 */
export async function dial(source: DataSource, credential: SourceCredential, settings: SourceSettings, closed: () => void): Promise<OracleSession> {
  const address = addressOf(source, credential, settings);
  const thick = () => {
    if (settings.oracleClientDir === undefined) throw new Fault('source-unreachable', false, { params: { detail: 'oracle-client-missing' } });
    return thickProcess(settings.oracleClientDir)(address, closed);
  };
  try {
    if (source.dialect === 'oracle11') return await thick();
    return await thin(address, closed).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === TOO_OLD) return thick();
      throw error;
    });
  } catch (error) {
    // The driver has one code for every failed handshake: what is in the way is looked at without it.
    if (address.tls && TLS_CODES.has(String((error as { code?: unknown }).code))) throw await tlsObstacle({ host: source.host, port: source.port, ca: settings.ca, timeoutMs: settings.connectTimeoutMs }, error);
    throw toFault(error, 'connecting');
  }
}

const TLS_CODES: ReadonlySet<string> = new Set(['NJS-505', 'NJS-506', 'NJS-507', 'NJS-508', 'ORA-28860', 'ORA-29024', 'ORA-28759', 'ORA-28864']);

/** What an administrator does about it. */
export function remedyFor(fault: Fault): string | undefined {
  if (fault.params['detail'] !== 'oracle-client-missing') return undefined;
  return 'Oracle Database 11g is reached through Oracle Instant Client 19 (Basic), not 21 or 23. Install it with libaio where the collector runs, and set COUNTERSIGN_ORACLE_CLIENT_DIR to its directory. ' +
    'Oracle 12.1 and later need no client.';
}
