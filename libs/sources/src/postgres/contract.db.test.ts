import { postgresLab } from '../spec/postgres-lab.js';
import { sourceContract } from '../spec/source.contract.js';

sourceContract('PostgreSQL', () => postgresLab(process.env['TEST_POSTGRES_URL']!));
