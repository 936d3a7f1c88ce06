import { describe, expect, it } from 'vitest';
import { followJob, type EventStream } from './live-job';

const message = (seq: number, to = 'GENERATING') => ({ data: JSON.stringify({ seq, at: '2026-07-01T09:00:00.000Z', actor: { kind: 'system', id: 'w', name: 'worker' }, from: null, to, stage: null, reason: null }) });

function setUp() {
  const seen: string[] = [];
  const opened: string[] = [];
  const due: { work: () => void; ms: number; cleared: boolean }[] = [];
  const streams: (EventStream & { send: (m: { data: string }) => void; closed: boolean })[] = [];
  const stop = followJob('j1', {
    open: (url) => {
      opened.push(url);
      let listener: (m: { data: string }) => void = () => {};
      const stream = { readyState: 1, onopen: null, onerror: null, closed: false, addEventListener: (_: 'job', l: typeof listener) => { listener = l; }, close() { this.closed = true; }, send: (m: { data: string }) => listener(m) };
      streams.push(stream);
      return stream;
    },
    onEvent: (event) => seen.push(`event ${event.seq}`),
    onPoll: () => seen.push('poll'),
    onStatus: (status) => seen.push(status),
    timers: { set: (work, ms) => due.push({ work, ms, cleared: false }) - 1, clear: (timer) => { due[timer as number]!.cleared = true; } },
  });
  const last = () => streams.at(-1)!;
  const run = (ms: number) => { for (const timer of due.splice(0)) if (!timer.cleared && timer.ms <= ms) timer.work(); };
  return { seen, opened, streams, last, run, stop };
}

describe('following a job', () => {
  it('tells each event once, in order', () => {
    const { seen, last } = setUp();
    for (const seq of [1, 2, 2, 1, 3]) last().send(message(seq));
    expect(seen).toEqual(['event 1', 'event 2', 'event 3']);
  });

  it('passes over messages it cannot read', () => {
    const { seen, last } = setUp();
    last().send({ data: '{"seq":' });
    last().send({ data: '{"seq":1,"to":"NOWHERE"}' });
    expect(seen).toEqual([]);
  });

  it('polls while the browser reconnects and stops once it has', () => {
    const { seen, last, run } = setUp();
    last().onerror?.();
    run(2_000);
    expect(seen).toContain('poll');
    last().onopen?.();
    seen.length = 0;
    run(60_000);
    expect(seen).toEqual([]);
  });

  it('opens a new stream when the server ended the old one', () => {
    const { opened, last, run, streams } = setUp();
    last().readyState = 2;
    last().onerror?.();
    run(10_000);
    expect(opened).toEqual(['/v1/jobs/j1/events', '/v1/jobs/j1/events']);
    expect(streams[0]?.closed).toBe(true);
  });

  it('does nothing any more once stopped', () => {
    const { seen, last, run, stop, streams } = setUp();
    last().onerror?.();
    stop();
    seen.length = 0;
    run(60_000);
    expect(seen).toEqual([]);
    expect(streams.at(-1)?.closed).toBe(true);
  });
});
