import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineVariables } from './mantine-variables.mts';

// The API serves `dist` under /; `npm run dev` talks to an API that runs elsewhere.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), mantineVariables()],
  resolve: { alias: Object.fromEntries(['contracts', 'pack'].map((lib) => [`@countersign/${lib}`, path.resolve(import.meta.dirname, `../../libs/${lib}/src/index.ts`)])) },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A font inlined as data: would need a looser Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/v1': process.env.COUNTERSIGN_URL ?? 'http://127.0.0.1:4000' } },
});
