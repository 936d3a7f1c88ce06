import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { MARKER, MARKER_PREFIX, name, postgresStatements, text } from './postgres.mjs';
import { TABLES } from './schema.mjs';

/** Held on the server while a database is made, so that two processes starting together make it once. */
const LOCK = 4_201_042;

/** Functions of every PostgreSQL that write large objects and that anyone may call unless told otherwise. */
const LARGE_OBJECT_WRITERS = ['lo_creat(integer)', 'lo_create(oid)', 'lo_from_bytea(oid, bytea)', 'lo_put(oid, bigint, bytea)', 'lowrite(integer, bytea)', 'lo_truncate(integer, integer)', 'lo_truncate64(integer, bigint)', 'lo_unlink(oid)'];

/**
 * Makes sure that the demo warehouse and its SELECT-only account exist. Fast when they do: the database's comment
 * carries the version. A database of that name that is not the demo warehouse is never touched.
 *
 * @param {string} adminUrl a PostgreSQL superuser
 * @param {{ database?: string, reader: { name: string, password: string } }} options
 * @returns {Promise<{ database: string, created: boolean }>}
 * @example await loadWarehouse(adminUrl, { reader: { name: 'commerce_reader', password } })
 */
export async function loadWarehouse(adminUrl, { database = 'commerce', reader }) {
  return withClient(adminUrl, undefined, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const state = await stateOf(admin, database);
    await ensureReader(admin, reader);
    if (state !== 'current') await build(admin, adminUrl, database);
    await withClient(adminUrl, database, (client) => grant(client, database, reader.name));
    return { database, created: state !== 'current' };
  });
}

/** Under another name until it is whole: a start that is killed half-way leaves nothing that looks like the warehouse. */
async function build(admin, adminUrl, database) {
  const loading = `${database}_loading`;
  await admin.query(`DROP DATABASE IF EXISTS ${name(loading)} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name(loading)} TEMPLATE template0 ENCODING 'UTF8'`);
  await withClient(adminUrl, loading, (client) => fill(client, loading));
  await admin.query(`DROP DATABASE IF EXISTS ${name(database)} WITH (FORCE)`);
  await admin.query(`ALTER DATABASE ${name(loading)} RENAME TO ${name(database)}`);
}

async function withClient(adminUrl, database, work) {
  const url = new URL(adminUrl);
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  const client = new pg.Client({ connectionString: url.href, application_name: 'countersign warehouse' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function stateOf(admin, database) {
  const found = await admin.query(`SELECT shobj_description(oid, 'pg_database') AS marker FROM pg_database WHERE datname = $1`, [database]);
  if (found.rowCount === 0) return 'absent';
  const { marker } = found.rows[0];
  if (marker === MARKER) return 'current';
  if (marker?.startsWith(MARKER_PREFIX)) return 'outdated';
  throw new Error(`database ${database} exists and is not the demo warehouse`);
}

async function fill(client, database) {
  await client.query('BEGIN');
  await client.query('SET LOCAL search_path = public');
  for (const statement of postgresStatements()) await client.query(statement);
  await client.query(`COMMENT ON DATABASE ${name(database)} IS ${text(MARKER)}`);
  await client.query('COMMIT');
  await client.query('ANALYZE');
}

/** The account may sign in and nothing else; the server is given a SCRAM verifier, so the password is in no server log. */
async function ensureReader(admin, reader) {
  const exists = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [reader.name]);
  const attributes = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS INHERIT';
  await admin.query(`${exists.rowCount ? 'ALTER' : 'CREATE'} ROLE ${name(reader.name)} ${attributes} PASSWORD ${text(scramVerifier(reader.password))}`);
}

async function grant(client, database, readerName) {
  const account = name(readerName);
  await client.query('BEGIN');
  await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${name(database)} FROM PUBLIC`);
  await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  for (const signature of LARGE_OBJECT_WRITERS) await client.query(`REVOKE EXECUTE ON FUNCTION pg_catalog.${signature} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${name(database)} TO ${account}`);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${account}`);
  await client.query(`GRANT SELECT ON ${TABLES.map((t) => `public.${name(t.name)}`).join(', ')} TO ${account}`);
  await client.query('COMMIT');
}

/** RFC 5802 / RFC 7677 as PostgreSQL stores it. */
function scramVerifier(password) {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const key = (label) => createHmac('sha256', salted).update(label).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
