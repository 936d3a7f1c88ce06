import { connectorFor } from '../connector.js';
import type { Driver, Link } from '../driver.js';
import type { SourceEngine, SourceTarget } from '../source.js';
import { endOnServer, stopOnServer } from './cancel.js';
import { readCatalogue } from './catalog.js';
import { charset } from './charset.js';
import { SourceConnection, addressOf } from './connect.js';
import { toFault } from './errors.js';
import { explain } from './explain.js';
import { grantFindings, readerScript } from './grants.js';
import { rowsOf } from './run.js';
import { begin } from './session-settings.js';

export const mysql: SourceEngine = {
  engines: ['mysql', 'mariadb'],
  capabilities: { readOnlyTransaction: true, singleStatementProtocol: true, serverTimeout: true, costEstimate: true, serverCancel: true, schemas: true, errorPosition: false },
  connector: (target) => connectorFor(driverFor(target), target),
};

function driverFor({ source, settings }: SourceTarget): Driver {
  return {
    product: source.engine === 'mysql' ? 'MySQL' : 'MariaDB',
    simplest: 'SELECT 1',
    offerTls: 'Set ssl_cert and ssl_key (and ssl_ca) in the [mysqld] section of my.cnf, then restart the server.',
    readerScript: readerScript(source.database),
    toFault,
    connect: async (credential, closed) => {
      const connection = await SourceConnection.dial(addressOf(source, credential, settings));
      connection.whenGone(closed);
      return linkOf(connection, source.engine, source.database);
    },
  };
}

function linkOf(connection: SourceConnection, engine: string, database: string): Link {
  return {
    account: connection.address.user,
    tlsVersion: connection.tlsVersion,
    begin: (timeoutMs) => begin(connection, timeoutMs),
    explain: (sql) => explain(connection, sql),
    rows: (sql, maxBytes) => rowsOf(connection, sql, maxBytes),
    reset: () => connection.reset(),
    stop: (confirmMs) => stopOnServer(connection, confirmMs),
    abandon: () => endOnServer(connection),
    end: () => connection.end(),
    destroy: () => connection.destroy(),
    grants: () => grantFindings(connection),
    catalogue: () => readCatalogue(connection, engine, database),
    charset: () => charset(connection),
  };
}
