// Prisma's own schema engine (its WebAssembly build) over the pg driver. The native engine is a download from outside
// the package registry, and without it `prisma migrate` prints nothing and exits 0, so migrations go this way.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as binding from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const FOLDER = import.meta.dirname;
const SCHEMA = path.join(FOLDER, 'schema.prisma');
export const FILTERS = { externalTables: [], externalEnums: [] };
/** OID of PostgreSQL's one-byte "char", which the engine's catalogue queries return and the adapter refuses. */
const CHAR_OID = 18;
const TEXT_OID = 25;

export const schemaFiles = () => [{ path: SCHEMA, content: readFileSync(SCHEMA, 'utf8') }];

/** Opens an adapter that the schema engine can work with. */
async function openAdapter(url) {
  return engineReady(await new PrismaPg({ connectionString: url }).connect());
}

function engineReady(adapter) {
  const perform = adapter.performIO.bind(adapter);
  const query = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (request) => {
    const charColumns = [];
    adapter.performIO = async (q) => {
      const answer = await perform(q);
      answer.fields?.forEach((field, i) => {
        if (field.dataTypeID !== CHAR_OID) return;
        charColumns.push(i);
        field.dataTypeID = TEXT_OID;
      });
      return answer;
    };
    try {
      const set = await query(request);
      for (const i of charColumns) set.columnTypes[i] = ColumnTypeEnum.Character;
      return set;
    } finally {
      adapter.performIO = perform;
    }
  };
  // The adapter cuts scripts at every ';', function bodies too, and spreads the parts over its pool. One simple query
  // is one implicit transaction: a migration applies wholly or not at all.
  adapter.executeScript = async (sql) => {
    try {
      await adapter.underlyingDriver().query(sql);
    } catch (error) {
      adapter.onError(error);
    }
  };
  if (adapter.startTransaction) {
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (...args) => engineReady(await start(...args));
  }
  return adapter;
}

/** A throw-away database beside `url`'s, dropped when the engine lets go of it. */
async function openShadow(url, opened) {
  const name = `countersign_shadow_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE "${name}" TEMPLATE template0`);
  const shadowUrl = new URL(url);
  shadowUrl.pathname = `/${name}`;
  const adapter = await openAdapter(shadowUrl.href);
  const dispose = adapter.dispose.bind(adapter);
  let gone;
  adapter.dispose = () => (gone ??= (async () => {
    await dispose();
    await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`);
    await admin.end();
  })());
  opened.push(adapter);
  return adapter;
}

let compiled;
async function instance() {
  const require = createRequire(import.meta.url);
  const file = path.join(path.dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm');
  const { instance: wasm } = await WebAssembly.instantiate(readFileSync(file), { './schema_engine_bg.js': binding });
  binding.__wbg_set_wasm(wasm.exports);
  wasm.exports.__wbindgen_start();
}

/**
 * Runs `work` with a schema engine on `url`.
 * `shadowOnly`: the engine replays migrations, so it must never see the real database.
 */
export async function withEngine(url, work, { shadowOnly = false } = {}) {
  await (compiled ??= instance());
  const opened = [];
  let output = '';
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connectToShadowDb: () => openShadow(url, opened),
    connect: async () => {
      if (shadowOnly) return openShadow(url, opened);
      const adapter = await openAdapter(url);
      opened.push(adapter);
      return adapter;
    },
  });
  const engine = await binding.SchemaEngine.new({ datamodels: schemaFiles().map((f) => [f.path, f.content]) }, (text) => { output += text; }, factory);
  try {
    return await work(engine, () => output);
  } finally {
    engine.free();
    await Promise.allSettled(opened.map((adapter) => adapter.dispose()));
  }
}
