import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '../http/api-request.js';
import { Problem } from '../http/problem.js';
import { routeOf } from '../http/serve.js';
import { refusalAtDoor } from './admission.js';
import { CredentialReader } from './credential-reader.js';

/** Every contract route passes here; what a route needs stands in the contract and nowhere else. */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(private readonly credentials: CredentialReader) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const route = routeOf(context.getHandler());
    if (!route) throw new Problem('not-found');
    const identity = route.auth === 'none' ? undefined : await this.credentials.read(request);
    if (identity) request.identity = identity;
    const refusal = refusalAtDoor(route, identity, { method: request.method, csrfHeader: request.get('x-csrf-token'), fetchSite: request.get('sec-fetch-site') });
    if (refusal) throw new Problem(refusal, {}, refusal === 'unauthenticated' ? { 'www-authenticate': 'Bearer realm="countersign"' } : {});
    return true;
  }
}
