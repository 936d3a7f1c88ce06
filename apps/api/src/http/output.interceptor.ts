import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { routeOf, writesItself } from './serve.js';

/** Answers carry what the route's schema names and nothing else: a member nobody declared can't leak. */
@Injectable()
export class OutputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeOf(context.getHandler());
    const output = route?.output;
    if (!output || writesItself(context.getHandler())) return next.handle();
    return next.handle().pipe(map((answer: unknown) => output.parse(answer)));
  }
}
