import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Route } from '@countersign/contracts';
import { map, type Observable } from 'rxjs';
import { sealCursor } from './cursor.js';
import { routeOf, writesItself } from './serve.js';

/** Answers carry what the route's schema names and nothing else: a member nobody declared can't leak. */
@Injectable()
export class OutputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeOf(context.getHandler());
    if (!route?.output || writesItself(context.getHandler())) return next.handle();
    const { output } = route;
    return next.handle().pipe(map((answer: unknown) => withCursor(route, output.parse(answer))));
  }
}

/** The key of a list's last item becomes its cursor. */
function withCursor(route: Route, answer: unknown): unknown {
  const next = typeof answer === 'object' && answer !== null ? (answer as { nextCursor?: unknown }).nextCursor : undefined;
  return typeof next === 'string' ? { ...answer as object, nextCursor: sealCursor(route, next) } : answer;
}
