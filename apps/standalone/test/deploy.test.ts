import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const compose = parse(readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as { services: Record<string, Service> };
interface Service {
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  healthcheck?: unknown;
  networks?: string[];
  profiles?: string[];
  ports?: string[];
}
const service = (name: string): Service => compose.services[name] ?? {};
const ours = ['api', 'worker', 'collector', 'migrate'];

describe('docker-compose.yml', () => {
  it('runs the same entry points as npm start', () => {
    for (const name of ['api', 'worker', 'collector']) {
      expect(service(name).command).toEqual(['node', `apps/${name}/dist/main.js`]);
      expect(existsSync(path.join(ROOT, `apps/${name}/src/main.ts`))).toBe(true);
    }
    expect(existsSync(path.join(ROOT, service('migrate').command?.[1] ?? ''))).toBe(true);
  });

  it('runs every process of ours as an ordinary user, on a read-only file system, without capabilities', () => {
    for (const name of ours) expect(service(name)).toMatchObject({ read_only: true, user: '1000:1000', cap_drop: ['ALL'] });
  });

  it('checks the health of everything that stays up', () => {
    for (const name of Object.keys(compose.services)) if (name !== 'migrate') expect(service(name).healthcheck, name).toBeDefined();
  });

  it('gives the key that opens credentials to the collector, the one that seals them to the API, and the owner of the tables to the migration only', () => {
    const holders = (variable: string) => ours.filter((name) => variable in (service(name).environment ?? {}));
    expect(holders('COUNTERSIGN_KEY')).toEqual(['collector']);
    expect(holders('COUNTERSIGN_SEALING_KEY')).toEqual(['api']);
    expect(holders('COUNTERSIGN_AUDIT_KEY')).toEqual(['api']);
    expect(holders('DATABASE_ADMIN_URL')).toEqual(['migrate']);
  });

  it('lets only the collector reach customers, and it nothing else outside', () => {
    const reach = ours.filter((name) => service(name).networks?.includes('customers'));
    expect(reach).toEqual(['collector']);
    expect(service('collector').networks).not.toContain('edge');
  });

  it('starts databases of every kind for tests by a profile of their own, on this machine only', () => {
    const kinds = ['postgres', 'mariadb', 'mysql', 'mssql', 'oracle', 'oracle11', 'hana'];
    for (const kind of kinds) {
      const name = `source-${kind}`;
      expect(service(name)).toMatchObject({ profiles: [name], networks: ['customers'] });
      for (const port of service(name).ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    }
    const ports = kinds.flatMap((kind) => service(`source-${kind}`).ports ?? []).map((port) => port.split(':')[1]);
    expect(ports).toHaveLength(8);
    expect(new Set(ports).size).toBe(8);
  });

  it('holds no secret of its own', () => {
    const text = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
    for (const [, value] of text.matchAll(/(?:PASSWORD|KEY): (.+)/g)) expect(value).toMatch(/^\$\{/);
  });
});

describe('the dashboard', () => {
  it('asks only for metrics that some process exports', () => {
    const board = readFileSync(path.join(ROOT, 'deploy/grafana/dashboards/countersign.json'), 'utf8');
    const asked = new Set([...board.matchAll(/(countersign_[a-z_]+?)(?:_bucket|_count|_sum)?(?=[[{)])/g)].map((match) => match[1] ?? ''));
    const sources = ['apps/api/src/compose.ts', 'apps/worker/src/main.ts', 'apps/collector/src/main.ts'].map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join();
    expect([...asked].filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
    expect(asked.size).toBeGreaterThan(2);
  });
});
