import { describe } from 'vitest';
import { mysqlLab } from '../spec/mysql-lab.js';
import { sourceContract } from '../spec/source.contract.js';

const { TEST_MARIADB_URL, COUNTERSIGN_TEST_MARIADB_URL: mariadb = TEST_MARIADB_URL, COUNTERSIGN_TEST_MYSQL_URL: mysql } = process.env;

describe.runIf(mariadb)('the contract', () => sourceContract('MariaDB', () => mysqlLab(mariadb!, 'mariadb')));
// Only a live server can prove MySQL: docker-compose.yml has none of its own.
if (mysql) sourceContract('MySQL', () => mysqlLab(mysql, 'mysql'));
