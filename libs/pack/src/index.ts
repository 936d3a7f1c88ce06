export type { Pack } from './pack.js';
