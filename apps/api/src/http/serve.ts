import type { Route } from '@countersign/contracts';
import { applyDecorators, createParamDecorator, Delete, Get, HttpCode, Patch, Post, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { z } from 'zod';
import { readCall, type Call } from './call.js';
import type { ApiRequest } from './api-request.js';

const ROUTE = Symbol('route');
const WRITES_ITSELF = Symbol('writes-itself');
const METHODS = { GET: Get, POST: Post, PATCH: Patch, DELETE: Delete } as const;

/** What a handler is given: params, query and body as the route's schemas say. */
export type CallOf<R> = R extends Route<infer P, infer Q, infer B, z.ZodType> ? Call<z.output<P>, z.output<Q>, z.output<B>> : never;
/** What a handler must answer. */
export type ReplyOf<R> = R extends Route<z.ZodType, z.ZodType, z.ZodType, infer O> ? (unknown extends z.input<O> ? void : z.input<O>) : never;

type Handler<C, A> = (call: C, ...rest: never[]) => Promise<A>;

/**
 * Serves a contract route: method, path, status, and the types of what comes in and goes out.
 * @example @Serve(routes.getJob) async view(@Called() call: CallOf<typeof routes.getJob>) { … }
 */
export function Serve<R extends Route>(route: R): <T extends Handler<CallOf<R>, ReplyOf<R>>>(target: object, key: string, descriptor: TypedPropertyDescriptor<T>) => void {
  return decorate(route);
}

/** As {@link Serve}, for a route whose answer the handler writes itself: a stream, a file, a status that depends. */
export function ServeStream<R extends Route>(route: R): <T extends Handler<CallOf<R>, void>>(target: object, key: string, descriptor: TypedPropertyDescriptor<T>) => void {
  return applyDecorators(decorate(route), SetMetadata(WRITES_ITSELF, true));
}

function decorate(route: Route): MethodDecorator {
  return applyDecorators(SetMetadata(ROUTE, route), METHODS[route.method](route.path), HttpCode(route.status ?? 200));
}

/** The contract route of a handler; undefined for what is served outside the contract. */
export function routeOf(handler: object): Route | undefined {
  return Reflect.getMetadata(ROUTE, handler) as Route | undefined;
}

/** True for a handler that sends its own answer. */
export function writesItself(handler: object): boolean {
  return Reflect.getMetadata(WRITES_ITSELF, handler) === true;
}

/** Gives a handler its {@link CallOf}: everything validated, nothing else reachable. */
export const Called = createParamDecorator((_: unknown, context: ExecutionContext): Call<unknown, unknown, unknown> => {
  const route = routeOf(context.getHandler());
  if (!route) throw new TypeError('@Called() stands on a handler without a route');
  return readCall(route, context.switchToHttp().getRequest<ApiRequest>());
});
