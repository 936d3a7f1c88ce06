import type { JobEvent } from '@countersign/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventFeed, type Subscription } from './event-feed.js';

const event = (seq: number): JobEvent => ({ seq, at: '2026-01-01T00:00:00.000Z', actor: { kind: 'system', id: 'x', name: 'x' }, from: null, to: 'RESOLVING', stage: null, reason: null });

describe('the feed behind open streams', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const setUp = (answer: (asked: { tenantId: string; jobId: string; afterSeq: number }[]) => Promise<{ jobId: string; event: JobEvent }[]>) => {
    const asked: { tenantId: string; jobId: string; afterSeq: number }[][] = [];
    const warnings: string[] = [];
    const feed = new EventFeed({ eventsOf: async (jobs) => { asked.push(jobs); return answer(jobs); } }, 200, { warn: (_fields, message) => void warnings.push(message) });
    return { asked, warnings, feed };
  };
  const stream = (jobId: string, afterSeq: number, got: number[]): Subscription => ({ tenantId: 't', jobId, afterSeq, deliver: ({ seq }) => void got.push(seq) });

  it('asks nothing while no stream is open, and stops when the last one closes', async () => {
    const { asked, feed } = setUp(async () => []);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(0);
    const close = feed.add(stream('a', 0, []));
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(2);
    close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(2);
  });
  it('asks once for all streams, each job from the stream furthest behind', async () => {
    const { asked, feed } = setUp(async () => []);
    feed.add(stream('a', 5, []));
    feed.add(stream('a', 2, []));
    feed.add(stream('b', 0, []));
    await vi.advanceTimersByTimeAsync(200);
    expect(asked[0]).toEqual([{ tenantId: 't', jobId: 'a', afterSeq: 2 }, { tenantId: 't', jobId: 'b', afterSeq: 0 }]);
    feed.stop();
  });
  it('delivers each event once and in order to each stream', async () => {
    const log = [1, 2, 3, 4].map((seq) => ({ jobId: 'a', event: event(seq) }));
    const { feed } = setUp(async ([job]) => log.filter((entry) => entry.event.seq > (job?.afterSeq ?? 0)));
    const [early, late]: [number[], number[]] = [[], []];
    feed.add(stream('a', 0, early));
    feed.add(stream('a', 3, late));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(early).toEqual([1, 2, 3, 4]);
    expect(late).toEqual([4]);
    feed.stop();
  });
  it('does not ask again before the last answer came', async () => {
    let answer: (events: []) => void = () => undefined;
    const { asked, feed } = setUp(() => new Promise((resolve) => { answer = resolve; }));
    feed.add(stream('a', 0, []));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(1);
    answer([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
    feed.stop();
  });
  it('keeps streams open while the database is away', async () => {
    let broken = true;
    const { feed, warnings } = setUp(async () => {
      if (broken) throw new Error('away');
      return [{ jobId: 'a', event: event(1) }];
    });
    const got: number[] = [];
    feed.add(stream('a', 0, got));
    await vi.advanceTimersByTimeAsync(450);
    expect(warnings).toHaveLength(2);
    broken = false;
    await vi.advanceTimersByTimeAsync(250);
    expect(got).toEqual([1]);
    feed.stop();
  });
});
