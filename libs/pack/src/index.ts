export type { Pack } from './pack.js';
export { loadPack } from './load/load-pack.js';
export type { LoadedPack } from './load/load-pack.js';
export { resolveQuestion } from './resolve/resolve-question.js';
export type { QuestionInput, Resolution } from './resolve/resolve-question.js';
export { planQuery } from './plan/plan-query.js';
export type { Plan, Planned } from './plan/plan-query.js';
export { definitionOf, identityBinding, labelOf, packSummary, sensitiveColumns, tablesOf } from './describe/describe-pack.js';
