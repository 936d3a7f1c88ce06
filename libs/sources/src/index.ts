export { createSources } from './create-sources.js';
export type { Sources, SourcesOptions } from './create-sources.js';
export { engineFor } from './registry.js';
export type { Capabilities, Connector, EstimateRequest, ExecuteRequest, ProbeReport, SourceEngine, SourceSettings, SourceTarget } from './source.js';
