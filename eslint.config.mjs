import nx from '@nx/eslint-plugin';
import ts from 'typescript-eslint';

/** Packages that talk to the outside; pure libs decide and never talk. */
const outside = ['@nestjs/*', 'express', 'bullmq', 'ioredis', '@prisma/*', 'pg', 'pg-cursor', 'oracledb', 'mysql2', 'mssql', '@sap/*', 'hdb', 'pino', 'prom-client', 'piscina', '@opentelemetry/*', '@ai-sdk/*'];
/** Drivers that reach customers' databases. `pg` also reaches our own, so where it may be is dependency-cruiser's to say. */
const drivers = ['oracledb', 'mysql2', 'mssql', '@sap/*', 'hdb', 'pg-cursor'];
const pureLibs = 'contracts,pack,sql,evidence,access,audit,pipeline';
const siblings = ['pack', 'sql', 'evidence', 'access', 'audit'].map((lib) => ({ sourceTag: `lib:${lib}`, onlyDependOnLibsWithTags: ['lib:contracts'] }));
const noSecretsHere = ['api', 'worker', 'cli', 'standalone', 'web'].map((app) => ({ sourceTag: `app:${app}`, notDependOnLibsWithTags: ['lib:sources'], bannedExternalImports: drivers }));
const noModelsHere = ['api', 'collector', 'cli', 'standalone', 'web'].map((app) => ({ sourceTag: `app:${app}`, notDependOnLibsWithTags: ['lib:model'] }));

const everywhere = {
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', 6],
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
  'no-restricted-syntax': ['error', { selector: 'ExportAllDeclaration', message: 'Name what you export.' }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true }],
};

export default [
  { ignores: ['**/dist/**', '**/node_modules/**', '**/generated/**', '.nx/**', '.data/**', 'coverage/**', '**/*.mjs', '**/*.cjs', '**/*.mts', '**/vite.config.*'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: ts.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { '@nx': nx, '@typescript-eslint': ts.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...everywhere,
      '@nx/enforce-module-boundaries': ['error', {
        allow: [], enforceBuildableLibDependency: false, allowCircularSelfDependency: true,
        depConstraints: [
          { sourceTag: 'layer:pure', onlyDependOnLibsWithTags: ['layer:pure'], bannedExternalImports: outside },
          { sourceTag: 'layer:edge', onlyDependOnLibsWithTags: ['layer:pure', 'lib:platform'] },
          { sourceTag: 'lib:platform', onlyDependOnLibsWithTags: ['lib:contracts'] },
          { sourceTag: 'layer:app', onlyDependOnLibsWithTags: ['layer:pure', 'layer:edge'] },
          { sourceTag: 'app:web', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:pack'] },
          ...siblings, ...noSecretsHere, ...noModelsHere,
        ],
      }],
    },
  },
  {
    files: [`libs/{${pureLibs}}/src/**/*.ts`],
    ignores: ['**/*.test.ts', '**/*.contract.ts', '**/spec/**', '**/fakes/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: '^node:(?!crypto$)', message: 'Pure libs do no I/O; take a port.' }] }],
      'no-restricted-globals': ['error', ...['fetch', 'process', 'setTimeout', 'setInterval', 'setImmediate', 'performance', '__dirname', '__filename'].map((name) => ({ name, message: 'Pure libs do no I/O and know no time; take a port.' }))],
      'no-restricted-properties': ['error', { object: 'Date', property: 'now', message: 'Take a Clock.' }, { object: 'Math', property: 'random', message: 'Take an IdSource.' }, { object: 'crypto', property: 'randomUUID', message: 'Take an IdSource.' }],
      'no-restricted-syntax': ['error', { selector: 'ExportAllDeclaration', message: 'Name what you export.' }, { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Take a Clock.' }],
    },
  },
  {
    // Specs and their fixtures are read as lists; everything else about them is held to the same rules.
    files: ['**/*.test.ts', '**/*.contract.ts', '**/spec/**/*.ts', '**/test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'no-restricted-syntax': ['error',
        { selector: 'MemberExpression[object.name=/^(it|describe|test)$/][property.name=/^(skip|only|todo|fails)$/]', message: 'A test is run, always.' },
        { selector: 'ExportAllDeclaration', message: 'Name what you export.' },
      ],
    },
  },
  {
    // Whole-product tests of one app start the product, which lives in another.
    files: ['apps/**/*.e2e.test.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
];
