// npm run lint: the import rules and the house rules, and proof that they bite. Rules that nobody breaks and rules that
// are not run look the same, so forbidden imports made for the purpose must be reported, or the lint itself fails.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import { root } from './prepare.mjs';
import { say } from './progress.mjs';

process.chdir(root);
Object.assign(process.env, { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', SCARF_ANALYTICS: 'false' });
const problems = [];
const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** The boundary rule says nothing at all when Nx has no project graph in its cache. */
function projectGraph() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'countersign-graph-')), 'graph.json');
  const run = spawnSync(bin('nx'), ['graph', `--file=${file}`], { encoding: 'utf8', timeout: 180_000 });
  if (run.status !== 0 || !existsSync(file)) problems.push(`no project graph: ${run.stderr || run.stdout}`);
  rmSync(path.dirname(file), { recursive: true, force: true });
}

async function eslint() {
  const engine = new ESLint({ cwd: root, errorOnUnmatchedPattern: false });
  const results = await engine.lintFiles(['libs', 'apps', 'eval', 'packs', 'prisma'].map((folder) => `${folder}/**/*.{ts,tsx}`));
  const bad = results.filter((result) => result.errorCount + result.warningCount > 0);
  if (bad.length > 0) problems.push((await (await engine.loadFormatter('stylish')).format(bad)).trim());
  say(`eslint: ${results.length} files, ${bad.length} with problems`);
  const canaries = [
    ['libs/pack/src/canary.ts', "import '@countersign/store';\n", '@nx/enforce-module-boundaries'],
    ['libs/sql/src/canary.ts', "import '@countersign/pack';\n", '@nx/enforce-module-boundaries'],
    ['apps/api/src/canary.ts', "import '@countersign/sources';\n", '@nx/enforce-module-boundaries'],
    ['apps/collector/src/canary.ts', "import '@countersign/model';\n", '@nx/enforce-module-boundaries'],
    ['apps/web/src/canary.ts', "import '@countersign/platform';\n", '@nx/enforce-module-boundaries'],
    ['libs/access/src/canary.ts', "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n", 'no-restricted-imports'],
    ['libs/evidence/src/canary.ts', 'export const now = Date.now();\n', 'no-restricted-properties'],
    ['libs/audit/src/canary.ts', "export * from './chain.js';\n", 'no-restricted-syntax'],
  ];
  for (const [filePath, text, rule] of canaries) {
    const [result] = await engine.lintText(text, { filePath: path.join(root, filePath) });
    if (!result?.messages.some((message) => message.ruleId === rule)) problems.push(`${rule} does not bite: ${filePath} with ${JSON.stringify(text)} was not reported`);
  }
  return canaries.length;
}

function cruise(cwd, folders) {
  const run = spawnSync(bin('depcruise'), ['--config', path.join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', ...folders], { cwd, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 300_000 });
  try {
    return JSON.parse(run.stdout).summary;
  } catch {
    problems.push(`dependency-cruiser did not run: ${run.stderr.slice(0, 2_000) || run.error}`);
    return { violations: [], totalCruised: 0 };
  }
}

function dependencies() {
  const { violations, totalCruised } = cruise(root, ['libs', 'apps']);
  const errors = violations.filter((violation) => violation.rule.severity === 'error');
  for (const { rule, from, to } of errors) problems.push(`${rule.name}: ${from} → ${to}`);
  say(`dependency-cruiser: ${totalCruised} modules, ${errors.length} forbidden imports`);
  if (totalCruised < 20) problems.push(`dependency-cruiser saw ${totalCruised} modules only`);
  return dependencyCanaries();
}

/** A small house of forbidden imports, outside of the tree. */
function dependencyCanaries() {
  const house = mkdtempSync(path.join(tmpdir(), 'countersign-canary-'));
  const files = {
    'libs/pack/src/index.ts': "import { store } from '../../store/src/index.js';\nexport const pack = store;\n",
    'libs/store/src/index.ts': "import { load } from './inner/load.js';\nexport const store = load;\n",
    'libs/store/src/inner/load.ts': "import { store } from '../index.js';\nexport const load = () => store;\n",
    'libs/sql/src/index.ts': "import { readFileSync } from 'node:fs';\nimport { pack } from '../../pack/src/index.js';\nexport const sql = [readFileSync, pack];\n",
    'libs/sources/src/index.ts': 'export const sources = 1;\n',
    'libs/sources/src/postgres/run.ts': 'export const run = 1;\n',
    'libs/model/src/index.ts': 'export const model = 1;\n',
    'apps/api/src/main.ts': "import { sources } from '../../../libs/sources/src/index.js';\nimport { model } from '../../../libs/model/src/index.js';\nexport const all = [sources, model];\n",
    'apps/collector/src/main.ts': "import { run } from '../../../libs/sources/src/postgres/run.js';\nexport const all = run;\n",
    'apps/web/src/main.ts': "import { store } from '../../../libs/store/src/index.js';\nexport const all = store;\n",
    'libs/access/src/utils/text.ts': 'export const text = 1;\n',
    'libs/access/src/index.ts': "import { text } from './utils/text.js';\nexport const access = text;\n",
  };
  const expected = ['pure-knows-no-edge', 'pure-libs-are-siblings', 'pure-does-no-io', 'customer-data-only-in-collector', 'model-keys-only-in-worker', 'no-deep-imports', 'web-sees-contracts-and-pack', 'no-circular', 'no-junk-drawers'];
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
      writeFileSync(path.join(house, file), text);
    }
    cpSync(path.join(root, 'tsconfig.base.json'), path.join(house, 'tsconfig.base.json'));
    const seen = new Set(cruise(house, ['libs', 'apps']).violations.map((violation) => violation.rule.name));
    for (const name of expected) if (!seen.has(name)) problems.push(`${name} does not bite: a forbidden import made for it was not reported`);
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
  return expected.length;
}

projectGraph();
const bites = (await eslint()) + dependencies();
say(`canaries: ${bites} forbidden imports were tried`);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'lint: clean' : 'lint: see above');
process.exit(problems.length === 0 ? 0 : 1);
