// node prisma/provision.mjs: makes a database ready for the processes.
//   DATABASE_ADMIN_URL  owner of the database (may create it and roles)      DATABASE_URL  login the processes will use, with its password
// Creates the database when absent, applies the migrations as the owner, and creates the login: a NOINHERIT member of
// the two roles of migration 0002, so that it can do nothing before a connection takes one of them.
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { deploy } from './migrate.mjs';

const ROLES = ['countersign_app', 'countersign_system'];
const NAME = /^[a-z_][a-z0-9_-]{0,62}$/;

/**
 * @param {{ adminUrl: string, database: string, login: string, password: string }} wish
 * @returns {Promise<{ databaseUrl: string, adminUrl: string, applied: string[] }>} addresses for the processes and for the owner
 */
export async function provision({ adminUrl, database, login, password }) {
  for (const name of [database, login]) if (!NAME.test(name)) throw new Error(`not a name for a database or login: ${name}`);
  if (!password) throw new Error(`the login ${login} needs a password`);
  await withClient(adminUrl, (client) => createDatabase(client, database));
  const ownerUrl = withPath(adminUrl, database);
  const applied = await deploy(ownerUrl);
  await withClient(ownerUrl, (client) => createLogin(client, { database, login, password }));
  const app = new URL(ownerUrl);
  app.username = login;
  app.password = encodeURIComponent(password);
  return { databaseUrl: app.href, adminUrl: ownerUrl, applied };
}

async function createDatabase(client, database) {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(database)} template template0 encoding 'UTF8'`);
  } catch (error) {
    // another start was first: 42P04 duplicate_database, or 23505 when both were in the middle of it
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  }
}

async function createLogin(client, { database, login, password }) {
  const name = client.escapeIdentifier(login);
  const { rows } = await client.query('select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = $1', [login]);
  if (rows.some((r) => r.rolsuper || r.rolbypassrls || r.rolcreaterole)) throw new Error(`the login ${login} has administrator rights; the processes need one without`);
  const owns = await client.query('select 1 from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = $1 limit 1', [login]);
  if (owns.rowCount) throw new Error(`the login ${login} owns tables here; the processes need one that owns nothing`);
  // One at a time on this server: roles are shared by all its databases, and two writers of one row fail.
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(7310120)');
  try {
    if (!rows.length) await client.query(`create role ${name} login noinherit nosuperuser nocreatedb nocreaterole nobypassrls`);
  } catch (error) {
    if (error.code !== '42710' && error.code !== '23505') throw error;
    await client.query('rollback');
    return createLogin(client, { database, login, password });
  }
  await client.query(`alter role ${name} login noinherit password ${client.escapeLiteral(password)}`);
  for (const role of ROLES) await client.query(`grant ${role} to ${name}`);
  await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${name}`);
  await client.query('commit');
}

async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withPath(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function main() {
  const { DATABASE_ADMIN_URL: adminUrl, DATABASE_URL: wanted } = process.env;
  if (!adminUrl || !wanted) throw new Error('set DATABASE_ADMIN_URL (owner) and DATABASE_URL (login of the processes)');
  const url = new URL(wanted);
  const made = await provision({ adminUrl, database: url.pathname.slice(1), login: decodeURIComponent(url.username), password: decodeURIComponent(url.password) });
  console.log(made.applied.length ? `applied: ${made.applied.join(', ')}` : 'nothing to apply');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // exit() because the engine's lock timer would keep the process for ten more seconds
  main().then(() => process.exit(0), (error) => { console.error(`provision: ${error.message}`); process.exit(1); });
}
