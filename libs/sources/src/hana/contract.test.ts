import { vi } from 'vitest';
import { fakeHanaLab } from '../spec/hana-lab.js';
import { sourceContract } from '../spec/source.contract.js';

vi.setConfig({ testTimeout: 60_000 });

sourceContract('SAP HANA, its real driver on a double of its protocol', fakeHanaLab);
