import { connectorFor } from '../connector.js';
import type { Driver, Link } from '../driver.js';
import type { SourceEngine, SourceTarget } from '../source.js';
import { cancelOnServer } from './cancel.js';
import { readCatalogue } from './catalog.js';
import { charset } from './charset.js';
import { clock } from './clock.js';
import { SqlServerClient, configOf } from './connect.js';
import { toFault } from './errors.js';
import { explain } from './explain.js';
import { grantFindings, readerScript } from './grants.js';
import { rowsOf } from './run.js';
import { begin, reset } from './session-settings.js';

export const mssql: SourceEngine = {
  engines: ['mssql'],
  capabilities: { readOnlyTransaction: false, singleStatementProtocol: false, serverTimeout: false, costEstimate: true, serverCancel: true, schemas: true, errorPosition: false },
  connector: (target) => connectorFor(driverFor(target), target),
};

function driverFor({ source, settings }: SourceTarget): Driver {
  return {
    product: 'SQL Server',
    simplest: 'SELECT 1 AS one',
    offerTls: '-- Give SQL Server a certificate (SQL Server Configuration Manager, or mssql-conf set network.tlscert) and let nothing in between change its answer.',
    readerScript: readerScript(source.database),
    toFault,
    connect: async (credential, closed) => {
      const client = new SqlServerClient(credential.username, configOf(source, credential, settings), closed);
      await client.dial();
      return linkOf(client);
    },
  };
}

function linkOf(client: SqlServerClient): Link {
  return {
    account: client.account,
    tlsVersion: client.tlsVersion,
    begin: (timeoutMs) => begin(client, timeoutMs),
    explain: (sql) => explain(client, sql),
    rows: (sql, maxBytes) => rowsOf(client, sql, maxBytes),
    reset: () => reset(client),
    stop: (confirmMs) => cancelOnServer(client, confirmMs),
    // `destroy` has sent the attention on the way out: there is no other connection to send it over.
    abandon: () => Promise.resolve(),
    end: () => client.end(),
    destroy: () => client.destroy(),
    grants: () => grantFindings(client),
    catalogue: () => readCatalogue(client),
    charset: () => charset(client),
    clock: () => clock(client),
  };
}
