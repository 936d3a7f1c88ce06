import 'reflect-metadata';
import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import cookieParser from 'cookie-parser';
import { json, type Express, type NextFunction, type Request, type Response } from 'express';
import { ApiModule } from './api.module.js';
import type { ApiRequest } from './http/api-request.js';
import { answerClientErrors } from './http/client-errors.js';
import { consoleFiles } from './http/console-files.js';
import { openApiDocument } from './http/openapi.js';
import { Problem } from './http/problem.js';
import { ProblemFilter } from './http/problem.filter.js';
import { requestContext, type RequestObserver } from './http/request-context.js';
import { assertRoutes } from './http/route-check.js';
import { securityHeaders } from './http/security-headers.js';
import type { Services } from './services.js';

const BODY_LIMIT = '64kb';
/** Drafts carry a whole pack with its tests, bindings a list of names. */
const PACK_LIMIT = '1mb';
const PACK_PATHS = /^\/v1\/(packs\/releases|data-sources\/[^/]+\/binding)$/;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

/**
 * Builds the API over its services; nothing listens yet.
 * @throws Error when what is served differs from the contract
 */
export async function createApi(services: Services, observe: RequestObserver = () => undefined): Promise<NestExpressApplication> {
  const { settings, log } = services;
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.of(services), { logger: false, bodyParser: false, abortOnError: false });
  const filter = new ProblemFilter(log);
  app.useGlobalFilters(filter);
  app.set('trust proxy', settings.trustedProxies);
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(requestContext({ log, tracer: services.ports.tracer, observe }));
  app.use(securityHeaders(settings.secureCookies));
  app.use(onlyKnownMethods);
  app.use('/v1', noStore);
  app.use(cookieParser());
  const [small, large] = [json({ limit: BODY_LIMIT, strict: true, type: 'application/json' }), json({ limit: PACK_LIMIT, strict: true, type: 'application/json' })];
  app.use((request: Request, response: Response, next: NextFunction) => (PACK_PATHS.test(request.path) ? large : small)(request, response, next));
  const express = app.getHttpAdapter().getInstance() as Express;
  serveDocuments(express);
  if (settings.consoleDir !== null) app.use(consoleFiles(settings.consoleDir));
  // Errors of the lines above; those of the routes reach the same filter through Nest.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => filter.answer(error, request as ApiRequest, response));
  await app.init();
  assertRoutes(express);
  answerClientErrors(app.getHttpServer() as Server);
  return app;
}

function serveDocuments(express: Express): void {
  const document = JSON.stringify(openApiDocument('0.1.0'));
  express.get('/openapi.json', (_request: Request, response: Response) => void response.type('application/json').send(document));
}

function onlyKnownMethods(request: Request, _response: Response, next: NextFunction): void {
  next(METHODS.has(request.method) ? undefined : new Problem('not-found'));
}

function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.set('cache-control', 'no-store');
  next();
}
