import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '../http/api-request.js';
import { Problem } from '../http/problem.js';
import { routeOf } from '../http/serve.js';
import { SETTINGS, type Services } from '../services.js';
import { refusalAtDoor } from './admission.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { CredentialReader } from './credential-reader.js';

/** Every contract route passes here; what a route needs stands in the contract and nowhere else. */
@Injectable()
export class AdmissionGuard implements CanActivate {
  private readonly limiter: AttemptLimiter;

  constructor(
    private readonly credentials: CredentialReader,
    @Inject(SETTINGS) settings: Services['settings'],
  ) {
    this.limiter = new AttemptLimiter({ limit: settings.requestsPerMinute, windowMs: 60_000, now: Date.now });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const route = routeOf(context.getHandler());
    if (!route) throw new Problem('not-found');
    const identity = route.auth === 'none' ? undefined : await this.credentials.read(request);
    if (identity) request.identity = identity;
    // Probes of readiness come from machines that must always hear the truth.
    if (route.path.startsWith('/v1/')) this.count(identity?.credentialId ?? `address ${request.ip ?? ''}`);
    const refusal = refusalAtDoor(route, identity, { method: request.method, csrfHeader: request.get('x-csrf-token'), fetchSite: request.get('sec-fetch-site') });
    if (refusal) throw new Problem(refusal, {}, refusal === 'unauthenticated' ? { 'www-authenticate': 'Bearer realm="countersign"' } : {});
    return true;
  }

  private count(caller: string): void {
    const wait = this.limiter.take(caller);
    if (wait > 0) throw new Problem('rate-limited', { seconds: String(wait) }, { 'retry-after': String(wait) });
  }
}
