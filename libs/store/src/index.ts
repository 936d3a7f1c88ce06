export { createStore } from './create-store.js';
export { seedDemo } from './seed/seed-demo.js';
export type { DemoSeed } from './seed/seed-demo.js';
export { DEMO } from './seed/demo-ids.js';
export type { DemoPersonKey, DemoTenant } from './seed/demo-ids.js';
export type { AdminStore, AuditStore, DraftStore, IdempotencyStore, Identity, IdentityStore, JobReader, NewRelease, PageOf, ReleaseMove, ReleaseStore, Store, VerifiedAdmin, StoreOptions, SystemStore } from './store.js';
