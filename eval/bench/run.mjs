// npm run bench: every benchmark that needs nothing but a build. Ratios in one run travel between machines; absolute numbers don't.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

for (const [file, ...args] of [['questions/run.mjs'], ['questions/run.mjs', '--queue', 'postgres'], ['gate/speed.mjs'], ['pack/search.mjs']]) {
  console.log(`\n== ${file} ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, file), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
