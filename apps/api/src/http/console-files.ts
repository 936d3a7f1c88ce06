import { existsSync } from 'node:fs';
import path from 'node:path';
import express, { Router } from 'express';

const YEAR_MS = 365 * 86_400_000;
/** Addresses that belong to the API: an unknown one there is a problem, never the console's page. */
const OURS = /^\/(v1|health|ready|metrics|openapi\.json)(\/|$)/;

/** Serves the built console: hashed assets for ever, and its page for every address a person may reload. */
export function consoleFiles(dir: string): Router {
  const router = Router();
  const page = path.join(dir, 'index.html');
  router.use((request, _response, next) => next(OURS.test(request.path) ? 'router' : undefined));
  router.use('/assets', express.static(path.join(dir, 'assets'), { index: false, immutable: true, maxAge: YEAR_MS, fallthrough: true, dotfiles: 'ignore' }));
  router.use(express.static(dir, { index: false, maxAge: 0, dotfiles: 'ignore', redirect: false }));
  router.use((request, response, next) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && request.accepts(['html', 'json']) === 'html';
    // A missing file with an extension is missing; only addresses of screens get the page.
    if (!wantsPage || request.path.startsWith('/assets/') || path.extname(request.path) !== '' || !existsSync(page)) return next();
    response.set('cache-control', 'no-cache').sendFile(page);
  });
  return router;
}
