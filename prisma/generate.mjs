// node prisma/generate.mjs [--force]: writes the Prisma client into libs/store/src/generated, when schema.prisma or Prisma changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const schema = path.join(import.meta.dirname, 'schema.prisma');
const target = path.resolve(import.meta.dirname, '../libs/store/src/generated');
const stamp = path.join(target, '.made-from');
const manifest = require.resolve('prisma/package.json');
const madeFrom = createHash('sha256').update(readFileSync(schema)).update(readFileSync(manifest)).digest('hex');

if (!process.argv.includes('--force') && existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) {
  console.log('prisma client: up to date');
} else {
  const cli = path.join(path.dirname(manifest), 'build', 'index.js');
  const made = spawnSync(process.execPath, [cli, 'generate', '--no-hints', '--schema', schema], {
    encoding: 'utf8',
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      // `generate` would download a native schema engine that it never calls; naming any executable stops it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  });
  if (made.status !== 0 || !existsSync(path.join(target, 'client.ts'))) {
    console.error(`prisma client: not generated\n${made.stdout ?? ''}${made.stderr ?? ''}${made.error ?? ''}`);
    process.exit(1);
  }
  writeFileSync(stamp, madeFrom);
  console.log('prisma client: generated');
}
