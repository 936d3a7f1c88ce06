import { Fault } from '@countersign/contracts';
import type { HanaSession } from './hana-session.js';

const CHECK = "SELECT CURRENT_USER, CURRENT_SCHEMA, CURRENT_CONNECTION, SESSION_CONTEXT('LOCALE') FROM DUMMY";

export interface Settled { account: string; schema: string; connection: string; locale: string }

/** Once per session. The account may have another schema of its own: unqualified names are looked up in this one. */
export async function settle(session: HanaSession, schema: string | undefined): Promise<Settled> {
  await session.ask('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  if (schema !== undefined) await session.ask(`SET SCHEMA "${schema}"`);
  const settled = await read(session);
  await session.rollback();
  if (schema !== undefined && settled.schema !== schema) throw notInForce();
  return settled;
}

/** Before each statement: is the session still the one that was settled? */
export async function begin(session: HanaSession, settled: Settled): Promise<void> {
  const found = await read(session);
  if (found.account !== settled.account || found.schema !== settled.schema || found.connection !== settled.connection || found.locale !== settled.locale) throw notInForce();
}

async function read(session: HanaSession): Promise<Settled> {
  const [[account, schema, connection, locale] = []] = await session.ask(CHECK);
  return { account: String(account), schema: String(schema), connection: String(connection), locale: String(locale) };
}

const notInForce = () => new Fault('internal', false, { params: { detail: 'session settings are not in force' } });

/**
 * The read-only mode outlives the transaction on this connection, and the next estimate writes into the session's plan
 * table: so it is taken back.
 */
export async function reset(session: HanaSession): Promise<void> {
  await session.rollback();
  await session.ask('SET TRANSACTION READ WRITE');
  await session.rollback();
}
