// The test suites' own databases, accounts and hostile statements, for the benches of both real engines.
//   TEST_POSTGRES_URL=postgresql://… TEST_MARIADB_URL=mysql://…  (administrators; one may be left out)
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const spec = (name) => require(`../../../libs/sources/dist/spec/${name}.js`);

export const { storm } = spec('storm');

/** @returns {{ engine: string, open(): Promise<object> }[]} a lab for each engine whose server is named */
export function labs(only) {
  const { TEST_POSTGRES_URL: postgres, TEST_MARIADB_URL: mariadb } = process.env;
  const known = [
    { engine: 'postgres', url: postgres, open: () => spec('postgres-lab').postgresLab(postgres) },
    { engine: 'mariadb', url: mariadb, open: () => spec('mysql-lab').mysqlLab(mariadb, 'mariadb') },
  ].filter(({ engine, url }) => url && (!only || only === engine));
  if (known.length === 0) throw new Error('neither TEST_POSTGRES_URL nor TEST_MARIADB_URL is set');
  return known;
}
