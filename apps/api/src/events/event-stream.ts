import type { JobEvent } from '@countersign/contracts';
import type { Response } from 'express';

/** Bytes that may wait for a slow reader before its stream is cut; it resumes where it was. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Server-sent events on one response. */
export class EventStream {
  constructor(private readonly response: Response) {}

  start(): void {
    this.response.status(200).set({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Keeps nginx from holding events back.
      'x-accel-buffering': 'no',
    });
    this.response.flushHeaders();
    this.write('retry: 1000\n\n');
  }

  send(event: JobEvent): void {
    this.write(`id: ${event.seq}\nevent: job\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** A comment: keeps proxies from closing an idle connection. */
  beat(): void {
    this.write(': still here\n\n');
  }

  end(): void {
    if (!this.response.writableEnded) this.response.end();
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
  }
}
