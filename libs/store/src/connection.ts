import { Fault } from '@countersign/contracts';
import pg from 'pg';
import type { StoreOptions } from './store.js';
import { storeFault } from './store-fault.js';

export type DatabaseRole = 'countersign_app' | 'countersign_system';

/** Settings beyond those of every connection. */
const SETTINGS: Record<DatabaseRole, string> = {
  countersign_app: '',
  // It writes nothing whose loss in a crash matters: outbox rows already published, signs of life, last use of a token.
  countersign_system: ' -c synchronous_commit=off',
};

/**
 * Connections that act as one role from their first statement. The address may not say otherwise: its own `options`
 * would replace ours, and with them the role. Statements are few and always the same: each is planned once a connection.
 *
 * Every hot statement finds its rows by key. A plan made while a table was still small would read the whole of it, and be
 * kept while it grows: so reading whole tables counts as the last resort.
 */
export function openPool(options: StoreOptions, role: DatabaseRole, max: number): pg.Pool {
  const url = new URL(options.databaseUrl);
  url.searchParams.delete('options');
  const pool = new pg.Pool({
    connectionString: url.href,
    max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 -c jit=off -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c timezone=UTC${SETTINGS[role]}`,
  });
  // An idle connection that the server closed (restart, failover) is dropped and replaced; without a listener its
  // error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

interface Login {
  role: string;
  login: string;
  superuser: boolean;
  bypass: boolean;
  owner: boolean;
}

/** Refuses a login that could undo row-level security: then a forgotten condition would leak. */
export async function checkLogin(pool: pg.Pool, role: DatabaseRole): Promise<void> {
  const found = await pool.query<Login>(`
    select current_user::text as role, session_user::text as login, r.rolsuper as superuser, r.rolbypassrls as bypass,
           exists (select 1 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relowner = r.oid) as owner
    from pg_roles r where r.rolname = session_user`).catch((error: unknown) => { throw storeFault(error); });
  const login = found.rows[0];
  const wrong = !login ? 'no such login' : login.role !== role ? `not acting as ${role}` : login.superuser ? 'a superuser' : login.bypass ? 'free of row-level security' : login.owner ? 'the owner of tables' : null;
  if (wrong) throw new Fault('internal', false, { cause: new Error(`the login ${login?.login ?? ''} is ${wrong}; the processes need one made by prisma/provision.mjs`), params: { reason: 'store-login' } });
}
