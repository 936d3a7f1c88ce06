import { isFault } from '@countersign/contracts';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { BullBackend } from './bull-backend.js';
import { pause } from './bull-publisher.js';
import type { ConnectionWatch } from './connection-watch.js';
import type { Consumer, ConsumeOptions, Handler, QueueObserver } from './work-queue.js';

/** A process that was killed lets go of its deliveries after this; another one takes them. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
/** What a backend that is away gets to hear the end of what ran here. */
const LAST_WORDS_MS = 2_000;
/** A delivery whose process dies this often is given up: it may be what kills them. */
const MAX_DEATHS = 3;

/** Works through one queue; a backend that is away is waited for with growing pauses, at start and later. */
export class BullConsumer implements Consumer {
  #worker: Worker | undefined;
  #closing = false;
  readonly #started: Promise<void>;
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly name: string,
    private readonly backend: BullBackend,
    private readonly handler: Handler,
    private readonly options: ConsumeOptions,
    private readonly parts: { watch: ConnectionWatch; observer: QueueObserver },
  ) {
    this.#started = this.start();
  }

  private async start(): Promise<void> {
    for (let delay = 250; !this.#closing; delay = Math.min(delay * 2, 5_000)) {
      const worker = this.build();
      this.#worker = worker;
      try {
        await worker.waitUntilReady();
        if (this.#closing) return;
        this.parts.watch.works();
        // Ends when the worker is closed; its own loop survives lost connections.
        worker.run().catch((error: unknown) => this.parts.watch.trouble(error));
        return;
      } catch (error) {
        this.parts.watch.trouble(error);
        void worker.close(true).catch(() => undefined);
        await pause(delay);
      }
    }
  }

  private build(): Worker {
    const worker = new Worker(this.name, (job: Job) => this.track(this.deliver(job)), {
      connection: this.backend.consumer, prefix: this.backend.prefix, autorun: false, concurrency: this.options.concurrency,
      lockDuration: LOCK_MS, stalledInterval: STALLED_CHECK_MS, maxStalledCount: MAX_DEATHS, runRetryDelay: 1_000,
    }, this.backend.factory as never);
    worker.on('error', (error) => this.parts.watch.trouble(error));
    worker.on('active', () => this.parts.watch.works());
    worker.on('ready', () => this.parts.watch.works());
    worker.on('failed', (job, error) => {
      if (!job || error instanceof UnrecoverableError || job.attemptsMade >= (job.opts.attempts ?? 1)) this.parts.observer.failed(this.name, job?.id ?? '', (error as Error).cause ?? error);
    });
    return worker;
  }

  private track(delivery: Promise<void>): Promise<void> {
    const ended = delivery.catch(() => undefined).then(() => void this.#running.delete(ended));
    this.#running.add(ended);
    return delivery;
  }

  private async deliver(job: Job): Promise<void> {
    try {
      await this.handler(job.data, { id: job.id ?? '', attempt: job.attemptsMade + 1, waitedMs: Math.max(0, (job.processedOn ?? Date.now()) - job.timestamp) });
    } catch (error) {
      // BullMQ stores the message of what it is given, and messages may quote data: the kind only.
      const message = isFault(error) ? error.kind : 'handler failed';
      if (isFault(error) && !error.retryable) throw Object.assign(new UnrecoverableError(message), { cause: error, stack: '' });
      throw Object.assign(new Error(message, { cause: error }), { stack: '' });
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    const worker = this.#worker;
    if (!worker) return;
    const closed = worker.close().catch(() => undefined);
    // Running handlers are waited for; the process's own grace period bounds that.
    while (this.#running.size > 0) await Promise.all(this.#running);
    // What is left is talk with the backend, which may be away and would be waited for without end.
    await Promise.race([closed, pause(LAST_WORDS_MS)]);
    // A client of Redis goes on trying to connect until it is told not to; PostgreSQL's is at its end already, and closing it
    // a second time lets the loss of its connection come out as an error that nobody listens to.
    if (this.backend.kind === 'redis') await Promise.race([worker.disconnect().catch(() => undefined), pause(500)]);
    await Promise.race([this.#started, pause(1_000)]);
  }
}
