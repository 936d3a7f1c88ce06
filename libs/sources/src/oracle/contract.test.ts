import { vi } from 'vitest';
import { fakeOracleLab } from '../spec/oracle-lab.js';
import { sourceContract } from '../spec/source.contract.js';

vi.mock('oracledb', async () => ({ default: (await import('../spec/fake-oracledb.js')).fakeOracledb }));
vi.setConfig({ testTimeout: 60_000 });

sourceContract('Oracle, on the double of its driver', fakeOracleLab);
