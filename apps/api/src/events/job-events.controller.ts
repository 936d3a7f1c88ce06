import { routes, type Job, type JobEvent } from '@countersign/contracts';
import { isEnd } from '@countersign/pipeline';
import type { Store } from '@countersign/store';
import { Controller, Inject, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { CredentialReader } from '../auth/credential-reader.js';
import type { Caller } from '../auth/actor.js';
import { actorOf } from '../auth/actor.js';
import type { ApiRequest } from '../http/api-request.js';
import { Problem } from '../http/problem.js';
import { Called, ServeStream, type CallOf } from '../http/serve.js';
import { JobAccess } from '../jobs/job-access.js';
import { LOG, SETTINGS, STORE, type Services } from '../services.js';
import { EventFeed } from './event-feed.js';
import { EventStream } from './event-stream.js';

@Controller()
export class JobEventsController implements BeforeApplicationShutdown {
  private readonly feed: EventFeed;
  private readonly closers = new Set<() => void>();
  private readonly perPerson = new Map<string, number>();

  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(SETTINGS) private readonly settings: Services['settings'],
    @Inject(LOG) log: Services['log'],
    private readonly access: JobAccess,
    private readonly credentials: CredentialReader,
  ) {
    this.feed = new EventFeed(store.reader, settings.pollMs, log);
  }

  /** Streams end with the process; browsers come back to another one and resume. */
  beforeApplicationShutdown(): void {
    for (const close of [...this.closers]) close();
    this.feed.stop();
  }

  @ServeStream(routes.jobEvents)
  async follow(@Called() { actor, params }: CallOf<typeof routes.jobEvents>, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const job = await this.access.load(actor, params.id, 'job.read');
    const afterSeq = lastEventId(request);
    const past = await this.store.reader.events(job.tenantId, job.id, afterSeq);
    // "No content" is how a server tells an EventSource not to come back.
    if (past.length === 0 && isEnd(job.state)) {
      response.status(204).end();
      return;
    }
    if (request.method === 'HEAD') {
      response.status(200).type('text/event-stream').end();
      return;
    }
    this.countIn(actor);
    this.stream(job, actor, past, afterSeq, request, response);
  }

  private stream(job: Job, actor: Caller, past: JobEvent[], afterSeq: number, request: ApiRequest, response: Response): void {
    const stream = new EventStream(response);
    const closing: (() => void)[] = [];
    const close = once(() => {
      closing.forEach((step) => step());
      this.countOut(actor);
      stream.end();
    });
    const deliver = (event: JobEvent): void => {
      stream.send(event);
      if (isEnd(event.to)) close();
    };
    this.closers.add(close);
    closing.push(() => this.closers.delete(close));
    response.on('close', close);
    stream.start();
    past.forEach((event) => stream.send(event));
    if (past.some((event) => isEnd(event.to))) return close();
    closing.push(this.feed.add({ tenantId: job.tenantId, jobId: job.id, afterSeq: past.at(-1)?.seq ?? afterSeq, deliver }));
    const heart = setInterval(() => {
      stream.beat();
      // A right taken away ends the stream at the next beat.
      void this.stillAllowed(request, job.id).then((allowed) => (allowed ? undefined : close()));
    }, this.settings.heartbeatMs);
    closing.push(() => clearInterval(heart));
  }

  private async stillAllowed(request: ApiRequest, jobId: string): Promise<boolean> {
    try {
      const identity = await this.credentials.read(request);
      if (!identity) return false;
      await this.access.load(actorOf(identity), jobId, 'job.read');
      return true;
    } catch (error) {
      return !(error instanceof Problem);
    }
  }

  private countIn({ personId }: Caller): void {
    const open = this.perPerson.get(personId) ?? 0;
    if (open >= this.settings.streamsPerPerson) throw new Problem('rate-limited', { seconds: '5' }, { 'retry-after': '5' });
    this.perPerson.set(personId, open + 1);
  }

  private countOut({ personId }: Caller): void {
    const left = (this.perPerson.get(personId) ?? 1) - 1;
    if (left > 0) this.perPerson.set(personId, left);
    else this.perPerson.delete(personId);
  }
}

/** Where to resume; 0 when the header is absent or not a number. */
function lastEventId(request: ApiRequest): number {
  const text = request.get('last-event-id') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
