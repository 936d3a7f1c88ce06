import { JobEvent } from '@countersign/contracts';

/** What of EventSource is used; tests bring their own. */
export interface EventStream {
  readyState: number;
  onopen: (() => void) | null;
  onerror: (() => void) | null;
  addEventListener(type: 'job', listener: (message: { data: string }) => void): void;
  close(): void;
}
interface Timers {
  set(work: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}
export interface LiveOptions {
  open: (url: string) => EventStream;
  onEvent: (event: JobEvent) => void;
  /** Called while the stream is down: read the job again. */
  onPoll: () => void;
  onStatus?: (status: 'live' | 'polling') => void;
  timers?: Timers;
}

const CLOSED = 2;
const POLL_MS = 2_000;
const REOPEN_MS = 10_000;

const realTimers: Timers = { set: (work, ms) => setTimeout(work, ms), clear: (timer) => clearTimeout(timer as number) };

/**
 * Follows a job's events. The browser reconnects by itself and names the last event it saw; while it is
 * down, and when the server ends the stream for good, the job is polled, and a new stream tried now and then.
 * Events seen before are not told twice.
 */
export function followJob(jobId: string, { open, onEvent, onPoll, onStatus, timers = realTimers }: LiveOptions): () => void {
  let stopped = false;
  let lastSeq = 0;
  let stream: EventStream | undefined;
  let pollTimer: unknown;
  let reopenTimer: unknown;

  const poll = (): void => {
    if (stopped || pollTimer !== undefined) return;
    onStatus?.('polling');
    pollTimer = timers.set(() => {
      pollTimer = undefined;
      if (stopped) return;
      onPoll();
      poll();
    }, POLL_MS);
  };
  const stopPolling = (): void => {
    if (pollTimer !== undefined) timers.clear(pollTimer);
    pollTimer = undefined;
    onStatus?.('live');
  };
  const connect = (): void => {
    const current = open(`/v1/jobs/${encodeURIComponent(jobId)}/events`);
    stream = current;
    current.onopen = stopPolling;
    current.onerror = () => {
      poll();
      if (current.readyState !== CLOSED || stopped) return;
      current.close();
      reopenTimer = timers.set(connect, REOPEN_MS);
    };
    current.addEventListener('job', ({ data }) => {
      const event = readEvent(data);
      if (!event || event.seq <= lastSeq) return;
      lastSeq = event.seq;
      onEvent(event);
    });
  };

  connect();
  return () => {
    stopped = true;
    stream?.close();
    if (pollTimer !== undefined) timers.clear(pollTimer);
    if (reopenTimer !== undefined) timers.clear(reopenTimer);
  };
}

function readEvent(data: string): JobEvent | undefined {
  try {
    return JobEvent.safeParse(JSON.parse(data)).data;
  } catch {
    // A cut message; the next one or the poll brings what it said.
    return undefined;
  }
}
