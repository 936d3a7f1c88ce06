import { routes } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PROBLEM_MEDIA, problemDocument } from '../http/problem-document.js';
import { Called, Serve, ServeStream, type CallOf, type ReplyOf } from '../http/serve.js';
import { QUEUE_PING, SETTINGS, STORE, type Services } from '../services.js';

type Checks = Record<'database' | 'queue' | 'worker' | 'collector', 'ok' | 'down'>;

@Controller()
export class HealthController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(QUEUE_PING) private readonly pingQueue: Services['pingQueue'],
    @Inject(SETTINGS) private readonly settings: Services['settings'],
  ) {}

  @Serve(routes.health)
  async health(): Promise<ReplyOf<typeof routes.health>> {
    return { status: 'ok', checks: {} };
  }

  /** 200 only when a question could go the whole way; else the problem names what is missing. */
  @ServeStream(routes.ready)
  async ready(@Called() { locale }: CallOf<typeof routes.ready>, @Res() response: Response): Promise<void> {
    const checks = await this.checks();
    if (Object.values(checks).every((check) => check === 'ok')) {
      response.status(200).json({ status: 'ok', checks });
      return;
    }
    const document = problemDocument('service-unavailable', {}, locale);
    response.status(document.status).set('retry-after', '2').type(PROBLEM_MEDIA).send(JSON.stringify({ ...document, checks }));
  }

  private async checks(): Promise<Checks> {
    const [database, queue, alive] = await Promise.all([
      answers(this.store.system.ping()),
      answers(this.pingQueue()),
      this.store.system.alive(this.settings.aliveWithinMs).catch(() => ({ worker: 0, collector: 0 })),
    ]);
    return { database, queue, worker: alive.worker > 0 ? 'ok' : 'down', collector: alive.collector > 0 ? 'ok' : 'down' };
  }
}

const CHECK_MS = 2_000;

/** A check that hangs is down: readiness itself must answer. */
async function answers(check: Promise<void>): Promise<'ok' | 'down'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'down'>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_MS);
  });
  const ok = check.then(() => 'ok' as const, () => 'down' as const);
  return Promise.race([ok, late]).finally(() => clearTimeout(timer));
}
