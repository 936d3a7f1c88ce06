/** Carries work between processes. It may lose or repeat a delivery: whoever works checks the truth elsewhere. */
export interface WorkQueue {
  /**
   * Hands over work. While an earlier one with the same id waits or runs, this one is dropped; once that has ended, the
   * id may be used again.
   *
   * @throws Fault 'queue-unavailable' (retryable) within a few seconds when the backend can't be reached
   */
  publish(queue: string, payload: object, id: string): Promise<void>;
  /**
   * Works through a queue until closed. A handler that throws a retryable fault, or anything unknown, is tried again
   * with growing pauses, {@link MAX_ATTEMPTS} times in all; a fault that is not retryable ends the delivery.
   */
  consume(queue: string, handler: Handler, options: ConsumeOptions): Consumer;
  /** Numbers for metrics and for people. */
  depth(queue: string): Promise<QueueDepth>;
  /** The backend answers. @throws Fault 'queue-unavailable' */
  ping(): Promise<void>;
  /** Forgets everything that waits, as a lost backend would. For tests. */
  flush(queues: readonly string[]): Promise<void>;
  /** Closes consumers (running handlers finish), then connections. */
  close(): Promise<void>;
}

export type Handler = (payload: unknown, delivery: Delivery) => Promise<void>;

export interface Delivery {
  id: string;
  /** From 1. */
  attempt: number;
  /** Milliseconds from publishing to this attempt's start. */
  waitedMs: number;
}

export interface ConsumeOptions {
  /** Handlers that run at once in this process. */
  concurrency: number;
}

export interface Consumer {
  /** Takes no more work and waits for running handlers. */
  close(): Promise<void>;
}

export interface QueueDepth {
  waiting: number;
  active: number;
  delayed: number;
}

export const MAX_ATTEMPTS = 5;
/** Pause before attempt n + 1: 200 ms, 400, 800, 1600. */
export const RETRY_DELAY_MS = 200;

/** Told what nobody awaits: connection trouble and deliveries that ended badly. */
export interface QueueObserver {
  /** The connection broke or came back; told once a change, not once an attempt. */
  connection(state: 'lost' | 'restored', error?: unknown): void;
  /** A delivery was given up. */
  failed(queue: string, id: string, error: unknown): void;
}

export const SILENT: QueueObserver = { connection: () => undefined, failed: () => undefined };
