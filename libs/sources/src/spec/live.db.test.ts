import { expect, it } from 'vitest';
import { liveHanaLab } from './live-hana-lab.js';
import { liveMssqlLab } from './live-mssql-lab.js';
import { liveOracleLab } from './live-oracle-lab.js';
import { sourceContract } from './source.contract.js';
import type { SourceLab } from './source-lab.js';

/** Servers that can't come with the repository; LIVE.md says how each is started. */
const LIVE: [variable: string, name: string, lab: (url: string) => Promise<SourceLab>][] = [
  ['COUNTERSIGN_TEST_ORACLE_URL', 'Oracle, live', (url) => liveOracleLab(url, 'oracle')],
  ['COUNTERSIGN_TEST_ORACLE11_URL', 'Oracle 11g, live', (url) => liveOracleLab(url, 'oracle11')],
  ['COUNTERSIGN_TEST_MSSQL_URL', 'SQL Server, live', liveMssqlLab],
  ['COUNTERSIGN_TEST_HANA_URL', 'SAP HANA, live', liveHanaLab],
];

const given = LIVE.flatMap(([variable, name, lab]) => (process.env[variable] ? [{ variable, url: process.env[variable], name, lab }] : []));

it('understands the address of every live server that the environment names', () => {
  for (const { variable, url } of given) expect(URL.canParse(url), variable).toBe(true);
});

for (const { name, url, lab } of given) sourceContract(name, () => lab(url));
