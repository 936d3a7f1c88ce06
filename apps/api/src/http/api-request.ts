import type { Identity } from '@countersign/store';
import type { Request } from 'express';

/** What travels with a request besides Express's own. */
export interface ApiRequest extends Request {
  /** Reference of this request, in the log and in the answer's X-Request-Id. */
  requestId: string;
  traceparent: string | null;
  /** Set by the guard on every route that is not open. */
  identity?: Identity;
}
