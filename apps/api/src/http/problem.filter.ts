import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';
import { localeOf } from './locale.js';
import { PROBLEM_MEDIA, replyFor } from './problem-document.js';
import { traceIdOf } from './request-context.js';

/** Where the details of an unknown error go. */
export interface ErrorLog {
  error(fields: Record<string, unknown>, message: string): void;
}

/** The one place where an error becomes an answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: ErrorLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<ApiRequest>(), http.getResponse<Response>());
  }

  answer(error: unknown, request: ApiRequest, response: Response): void {
    const reply = replyFor(error, localeOf(request), request.requestId);
    if (reply.logged) this.log.error({ requestId: request.requestId, ...(request.traceparent ? { traceId: traceIdOf(request.traceparent) } : {}), err: error }, 'request failed');
    // A stream that broke in the middle can only be cut: its status is already out.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(reply.document.status).set(reply.headers).type(PROBLEM_MEDIA).send(JSON.stringify(reply.document));
  }
}
