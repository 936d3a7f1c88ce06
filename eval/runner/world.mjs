import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { postgresStatements } from '../../packs/commerce/warehouse/postgres.mjs';

/** Other data of the same shape: what is right by chance on the one is wrong on the other. */
const PERTURBED = [
  'DELETE FROM payments WHERE order_id % 7 = 3', 'DELETE FROM order_items WHERE order_id % 7 = 3', 'DELETE FROM orders WHERE order_id % 7 = 3',
  'UPDATE order_items SET quantity = quantity + 1 + line_no WHERE product_id % 3 = 1', 'UPDATE products SET unit_cost = unit_cost * 1.1 WHERE product_id % 4 = 0',
  'UPDATE payments SET amount = amount + 1.25 WHERE payment_id % 5 = 2', 'UPDATE customers SET is_active = NOT is_active WHERE customer_id % 9 = 4',
];

/** The warehouse twice, as generated and perturbed. @returns {{ ask(which: 'plain' | 'perturbed', sql: string), close() }} */
export async function openWorld(url, scratch) {
  const embedded = url ? undefined : await createRequire(import.meta.url)(path.resolve(import.meta.dirname, '../../apps/standalone/dist/embedded-postgres.js')).startEmbeddedPostgres({ folder: path.join(scratch, 'postgres'), disposable: true });
  const adminUrl = new URL(url ?? embedded.url());
  const admin = await connect(adminUrl);
  const tag = `eval_${process.pid}_${randomBytes(3).toString('hex')}`;
  const open = {};
  for (const which of ['plain', 'perturbed']) {
    await admin.query(`CREATE DATABASE ${tag}_${which} TEMPLATE template0 ENCODING 'UTF8'`);
    const client = await connect(Object.assign(new URL(adminUrl), { pathname: `/${tag}_${which}` }));
    await client.query('BEGIN');
    for (const statement of [...postgresStatements(), ...(which === 'perturbed' ? PERTURBED : [])]) await client.query(statement);
    await client.query('COMMIT');
    await client.query("SET default_transaction_read_only = on; SET statement_timeout = '20s'");
    open[which] = client;
  }
  return {
    ask: async (which, sql) => {
      const { fields, rows } = await open[which].query({ text: sql, rowMode: 'array', types: { getTypeParser: () => (text) => text } });
      return { columns: fields.map(({ name }) => name), rows };
    },
    async close() {
      for (const client of Object.values(open)) await client.end();
      for (const which of Object.keys(open)) await admin.query(`DROP DATABASE ${tag}_${which} WITH (FORCE)`);
      await admin.end();
      await embedded?.stop();
    },
  };
}

async function connect(url) {
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  return client;
}
