export { selfSigned as certificateFor } from '../self-signed.js';
