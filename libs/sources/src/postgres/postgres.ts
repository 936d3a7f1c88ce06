import type { TLSSocket } from 'node:tls';
import { connectorFor } from '../connector.js';
import type { Driver, Link } from '../driver.js';
import type { SourceEngine, SourceTarget } from '../source.js';
import { cancelOnServer, sendCancelRequest } from './cancel.js';
import { readCatalogue } from './catalog.js';
import { charset } from './charset.js';
import { clock } from './clock.js';
import { SourceClient, addressOf } from './connect.js';
import { toFault } from './errors.js';
import { explain } from './explain.js';
import { grantFindings, readerScript } from './grants.js';
import { rowsOf } from './run.js';
import { begin, reset } from './session-settings.js';
import { LiveTypeNames, type TypeNames } from './type-names.js';

export const postgres: SourceEngine = {
  engines: ['postgres'],
  capabilities: { readOnlyTransaction: true, singleStatementProtocol: true, serverTimeout: true, costEstimate: true, serverCancel: true, schemas: true, errorPosition: true },
  connector: (target) => connectorFor(driverFor(target), target),
};

function driverFor({ source, settings }: SourceTarget): Driver {
  const types = new LiveTypeNames();
  return {
    product: 'PostgreSQL',
    simplest: 'SELECT 1',
    offerTls: "ALTER SYSTEM SET ssl = 'on'; -- with ssl_cert_file and ssl_key_file; then reload",
    readerScript: readerScript(source.database),
    toFault,
    connect: async (credential, closed) => {
      const client = new SourceClient({ address: addressOf(source, credential, settings) });
      client.once('end', closed);
      await client.dial();
      try {
        await types.refresh(client);
      } catch (error) {
        client.destroy();
        throw error;
      }
      return linkOf(client, types);
    },
  };
}

function linkOf(client: SourceClient, types: TypeNames): Link {
  const { stream } = client.wire;
  return {
    account: client.user ?? '',
    tlsVersion: client.address.tls ? ((stream as TLSSocket).getProtocol() ?? 'TLS') : undefined,
    begin: (timeoutMs) => begin(client, timeoutMs),
    explain: (sql) => explain(client, sql),
    rows: (sql, maxBytes) => rowsOf(client, sql, maxBytes, types),
    reset: () => reset(client),
    stop: (confirmMs) => cancelOnServer(client, confirmMs),
    abandon: () => sendCancelRequest(client.address, client.backend),
    end: () => client.end(),
    destroy: () => client.destroy(),
    grants: () => grantFindings(client),
    catalogue: () => readCatalogue(client),
    charset: () => charset(client),
    clock: () => clock(client),
  };
}
