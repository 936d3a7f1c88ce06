import { routes } from '@countersign/contracts';
import { checkSql, submitSql } from '@countersign/pipeline';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { orProblem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';
import { BlockedLog } from './blocked-log.js';

@Controller()
export class SqlController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly blockedLog: BlockedLog,
  ) {}

  @Serve(routes.checkSql)
  async check(@Called() { actor, body }: CallOf<typeof routes.checkSql>): Promise<ReplyOf<typeof routes.checkSql>> {
    const { check, blocked } = orProblem(await checkSql(this.ports, actor, body));
    if (blocked) await this.blockedLog.record(actor, { kind: 'sql', id: check.textDigest }, body.dataSourceId, blocked);
    return check;
  }

  @Serve(routes.executeSql)
  async execute(@Called() { actor, body, locale, idempotencyKey, traceparent }: CallOf<typeof routes.executeSql>): Promise<ReplyOf<typeof routes.executeSql>> {
    const received = await this.ports.tracer.stage('stage receive', traceparent, { 'countersign.tenant': actor.tenantId }, (trace) =>
      submitSql(this.ports, actor, { ...body, locale: body.locale ?? locale, idempotencyKey, traceparent: trace }));
    const { jobId, state } = orProblem(received);
    return { jobId, state };
  }

  @Serve(routes.listBlocked)
  async blocked(@Called() { actor, query }: CallOf<typeof routes.listBlocked>): Promise<ReplyOf<typeof routes.listBlocked>> {
    const { cursor, limit, ...filter } = query;
    const [{ items, nextCursor }, sources] = await Promise.all([
      this.store.audit.blocked(actor.tenantId, filter, { limit, ...(cursor === undefined ? {} : { cursor }) }),
      this.store.admin.dataSources(actor.tenantId),
    ]);
    const names = new Map(sources.map(({ id, name }) => [id, name]));
    return { items: items.map((item) => ({ ...item, dataSourceName: names.get(item.dataSourceId ?? '') ?? null })), nextCursor };
  }
}
