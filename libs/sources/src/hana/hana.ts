import { connectorFor } from '../connector.js';
import type { Driver, Link } from '../driver.js';
import type { SourceEngine, SourceTarget } from '../source.js';
import { cancel, cancelOnServer } from './cancel.js';
import { readCatalogue } from './catalog.js';
import { charset } from './charset.js';
import { dial, placeOf } from './connect.js';
import { toFault } from './errors.js';
import { explain } from './explain.js';
import { grantFindings, readerScript } from './grants.js';
import type { HanaSession } from './hana-session.js';
import { rowsOf } from './run.js';
import { begin, reset, settle, type Settled } from './session-settings.js';

export const hana: SourceEngine = {
  engines: ['hana'],
  // A cancel needs a right that a reading account may not have: what is sure is the closed socket.
  capabilities: { readOnlyTransaction: true, singleStatementProtocol: true, serverTimeout: false, costEstimate: true, serverCancel: false, schemas: true, errorPosition: true },
  connector: (target) => connectorFor(driverFor(target), target),
};

function driverFor({ source, settings }: SourceTarget): Driver {
  return {
    product: 'SAP HANA',
    simplest: 'SELECT 1 FROM DUMMY',
    offerTls: "ALTER SYSTEM ALTER CONFIGURATION ('global.ini', 'SYSTEM') SET ('communication', 'sslEnforce') = 'true' WITH RECONFIGURE; -- with a server certificate in a PSE for SSL",
    readerScript: readerScript(),
    toFault,
    connect: async (credential, closed) => {
      const session = await dial(source, credential, settings, closed);
      try {
        const settled = await settle(session, placeOf(source.database).schema);
        return linkOf(session, settled, () => dial(source, credential, settings, () => undefined));
      } catch (error) {
        session.destroy();
        throw error;
      }
    },
  };
}

function linkOf(session: HanaSession, settled: Settled, dialAgain: () => Promise<HanaSession>): Link {
  return {
    account: settled.account,
    tlsVersion: session.tlsVersion,
    begin: () => begin(session, settled),
    explain: (sql) => explain(session, sql),
    rows: (sql, maxBytes) => rowsOf(session, sql, maxBytes),
    reset: () => reset(session),
    stop: (confirmMs) => cancelOnServer(session, settled.connection, dialAgain, confirmMs),
    abandon: () => cancel(settled.connection, dialAgain),
    end: () => session.end(),
    destroy: () => session.destroy(),
    grants: () => grantFindings(session),
    catalogue: () => readCatalogue(session, settled.schema),
    charset: () => charset(session),
  };
}
