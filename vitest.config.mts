import path from 'node:path';
import { defineConfig } from 'vitest/config';

const libs = ['contracts', 'pack', 'sql', 'evidence', 'access', 'audit', 'pipeline', 'model', 'sources', 'store', 'platform'];
const alias = Object.fromEntries(libs.map((lib) => [`@countersign/${lib}`, path.resolve(import.meta.dirname, `libs/${lib}/src/index.ts`)]));
const real = ['**/*.db.test.ts', '**/*.e2e.test.ts', '**/node_modules/**', '**/dist/**'];

// unit: no service; two files at a time, since the default leaves one of two processors idle. db: real PostgreSQL and both queue backends, two files at a time: each makes databases, accounts and queues of its own. e2e: the whole product, real processes, real browser.
export default defineConfig({
  test: {
    projects: [
      { resolve: { alias }, test: { name: 'unit', include: ['{libs,apps,prisma,eval,packs}/**/*.test.ts'], exclude: real, testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 } },
      { resolve: { alias }, test: { name: 'db', include: ['{libs,apps,prisma,packs}/**/*.db.test.ts'], testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 2, globalSetup: ['apps/standalone/test/services.ts'] } },
      { resolve: { alias }, test: { name: 'e2e', include: ['apps/**/*.e2e.test.ts'], testTimeout: 180_000, hookTimeout: 240_000, fileParallelism: false, globalSetup: ['apps/standalone/test/services.ts'] } },
    ],
  },
});
