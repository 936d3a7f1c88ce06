import { connectorFor } from '../connector.js';
import type { Driver, Link } from '../driver.js';
import type { SourceEngine, SourceTarget } from '../source.js';
import { within } from '../watch.js';
import { readCatalogue } from './catalog.js';
import { charset } from './charset.js';
import { dial, placeOf, remedyFor } from './connect.js';
import { toFault } from './errors.js';
import { explain } from './explain.js';
import { grantFindings, readerScript } from './grants.js';
import type { OracleSession } from './oracle-session.js';
import { rowsOf } from './run.js';
import { begin, OWN_MS, reset, settle } from './session-settings.js';

export const oracle: SourceEngine = {
  engines: ['oracle'],
  capabilities: { readOnlyTransaction: true, singleStatementProtocol: true, serverTimeout: false, costEstimate: true, serverCancel: true, schemas: true, errorPosition: true },
  connector: (target) => connectorFor(driverFor(target), target),
};

function driverFor({ source, settings }: SourceTarget): Driver {
  return {
    product: 'Oracle Database',
    simplest: 'SELECT 1 FROM dual',
    offerTls: 'Add an address with (PROTOCOL=TCPS) and a wallet to listener.ora and sqlnet.ora, reload the listener, and give its port here.',
    readerScript: readerScript(),
    toFault,
    remedyFor,
    connect: async (credential, closed) => {
      const session = await dial(source, credential, settings, closed);
      try {
        const schema = placeOf(source.database).schema;
        return linkOf(session, await settle(session, schema), schema);
      } catch (error) {
        session.destroy();
        throw error;
      }
    },
  };
}

function linkOf(session: OracleSession, account: string, schema: string | undefined): Link {
  // The server has no time limit of a statement's own: each call gets what is left of the run's.
  let deadline = 0;
  const remainingMs = () => Math.max(1, Math.ceil(deadline - performance.now()));
  return {
    account,
    tlsVersion: session.tlsVersion,
    begin: (timeoutMs) => {
      deadline = performance.now() + timeoutMs;
      return begin(session, schema ?? account, timeoutMs);
    },
    explain: (sql) => explain(session, sql, deadline === 0 ? OWN_MS : remainingMs()),
    rows: (sql, maxBytes) => rowsOf(session, sql, maxBytes, remainingMs),
    reset: () => reset(session),
    stop: (confirmMs) => stopped(session, confirmMs),
    // The server notices the closed socket at its next write.
    abandon: async () => undefined,
    end: () => session.end(),
    destroy: () => session.destroy(),
    grants: () => grantFindings(session),
    catalogue: () => readCatalogue(session, schema ?? account),
    charset: () => charset(session),
  };
}

/** A break travels on the session's own connection; a rollback behind it is answered only once the server has stopped. */
async function stopped(session: OracleSession, confirmMs: number): Promise<boolean> {
  const asked = session.stop().then(() => session.rollback()).then(() => true, () => false);
  return within(confirmMs, asked, false);
}
