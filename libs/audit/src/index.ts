export { link, verifyChain } from './link.js';
export type { ChainHead, ChainProblem } from './link.js';
export { bodyOf, entryOf, REDACTED } from './entry.js';
export type { NewEntry } from './entry.js';
export { exportLines, matches } from './export-lines.js';
export type { ExportOptions, Filter } from './export-lines.js';
export { verifyExport } from './verify-export.js';
export type { ExportProblem, ExportSummary } from './verify-export.js';
export type { ExportFormat, Manifest, ShownRecord, Trailer } from './export-format.js';
