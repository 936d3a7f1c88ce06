const PURE = '^libs/(contracts|pack|sql|evidence|access|audit|pipeline)/';
const TEST = '(\\.test\\.tsx?|\\.contract\\.ts)$|/(spec|fakes|test|e2e)/';
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Who may import whom, also where the import is type-only, dynamic or goes past an index. */
module.exports = {
  forbidden: [
    rule('no-circular', 'A grammar may be spread over the files of one folder; a circle through folders is a tangle.', { path: '^(.+)/[^/]+$' }, { circular: true, via: { pathNot: '^$1/' } }),
    rule('pure-knows-no-edge', 'Pure libs decide; edges talk.', { path: PURE }, { path: '^libs/(model|sources|store|platform)/' }),
    rule('pure-libs-are-siblings', 'They share contracts and nothing else.', { path: '^libs/(pack|sql|evidence|access|audit)/' }, { path: '^libs/(pack|sql|evidence|access|audit|pipeline)/', pathNot: '^libs/$1/' }),
    rule('contracts-stand-alone', 'Everything crosses them, they cross nothing.', { path: '^libs/contracts/' }, { path: '^libs/', pathNot: '^libs/contracts/' }),
    rule('edges-are-siblings', 'An edge that needs another wants a port.', { path: '^libs/(model|sources|store)/' }, { path: '^libs/(model|sources|store)/', pathNot: '^libs/$1/' }),
    rule('platform-has-no-domain', 'No domain word is allowed there.', { path: '^libs/platform/' }, { path: '^libs/', pathNot: '^libs/(platform|contracts)/' }),
    rule('pure-does-no-io', 'Hashes aside.', { path: PURE, pathNot: TEST }, { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' }),
    rule('drivers-only-in-sources', 'They reach customers.', { path: '^(apps|libs)/', pathNot: '^libs/sources/' }, { path: 'node_modules/(oracledb|mysql2|mssql|@sap|hdb|pg-cursor)/' }),
    rule('providers-only-in-model', 'They reach models.', { path: '^(apps|libs)/', pathNot: '^libs/model/' }, { path: 'node_modules/@ai-sdk/' }),
    rule('prisma-only-in-store', 'Nothing else may see rows without their tenant.', { path: '^(apps|libs)/', pathNot: '^libs/store/' }, { path: 'node_modules/@prisma/|^libs/store/src/generated/' }),
    rule('customer-data-only-in-collector', 'Credential wall.', { path: '^apps/', pathNot: '^apps/collector/' }, { path: '^libs/sources/' }),
    rule('model-keys-only-in-worker', 'Credential wall.', { path: '^apps/', pathNot: '^apps/worker/' }, { path: '^libs/model/' }),
    rule('web-sees-contracts-and-pack', 'A browser holds nothing else.', { path: '^apps/web/src/' }, { path: '^libs/', pathNot: '^libs/(contracts|pack)/' }),
    rule('apps-are-strangers', 'They speak over HTTP, the queue and the database.', { path: '^apps/([^/]+)/src/', pathNot: TEST }, { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' }),
    rule('no-deep-imports', 'A lib is its index.', { path: '^(apps|libs)/([^/]+)/' }, { path: '^libs/([^/]+)/src/', pathNot: ['^libs/$2/', '^libs/[^/]+/src/index\\.ts$'] }),
    rule('no-inner-barrels', 'One index a lib.', {}, { path: '^libs/[^/]+/src/.+/index\\.ts$' }),
    rule('no-junk-drawers', 'A name says what is inside.', {}, { path: '/(util|utils|helper|helpers|common|misc|shared|manager|managers|base)(/|\\.tsx?$)', pathNot: 'node_modules' }),
    rule('no-unresolved', 'An import that leads nowhere.', { pathNot: TEST }, { couldNotResolve: true, pathNot: '\\.(css|svg|woff2|json)$' }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'], mainFields: ['module', 'main', 'types'] },
  },
};
