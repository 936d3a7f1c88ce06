import { postgresLab } from '../spec/postgres-lab.js';
import { sourceContract } from '../spec/source.contract.js';

const { TEST_POSTGRES_URL, COUNTERSIGN_TEST_POSTGRES_URL: url = TEST_POSTGRES_URL } = process.env;

sourceContract('PostgreSQL', () => postgresLab(url!));
