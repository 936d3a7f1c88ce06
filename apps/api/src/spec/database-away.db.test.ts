import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.js';
import { startWorld, type World } from './world.js';

describe('while the database is away', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld('away')));
  afterAll(() => world.stop());

  const away = async (work: () => Promise<void>): Promise<void> => {
    world.link.cut();
    try {
      await work();
    } finally {
      world.link.mend();
    }
  };

  it('says so with 503 and when to come back, keeps its streams, and is back by itself', async () => {
    const analyst = await world.as('analyst');
    const job = await world.newJob();
    const stream = await fetch(`${world.url}/v1/jobs/${job.id}/events`, { headers: { cookie: analyst.cookie ?? '' } });
    await away(async () => {
      for (const reply of [await analyst.get('/v1/jobs'), await analyst.get('/v1/me'), await analyst.post('/v1/questions', { question: 'orders', dataSourceId: DEMO.hanbit.dataSourceId, packId: 'commerce' }), await new HttpClient(world.url).signIn('analyst@hanbit.example', 'x')]) {
        expect([reply.status, reply.body['code'], reply.headers.get('retry-after')]).toEqual([503, 'service-unavailable', '2']);
      }
      const ready = await analyst.get('/ready');
      expect([ready.status, (ready.body['checks'] as { database: string }).database]).toEqual([503, 'down']);
      expect((await analyst.get('/health')).status).toBe(200);
    });
    expect((await analyst.get('/v1/me')).status).toBe(200);
    expect((await analyst.post(`/v1/jobs/${job.id}/cancel`, {})).body).toEqual({ state: 'CANCELLED' });
    // The stream that was open all the while tells it and ends.
    expect(await stream.text()).toContain('"to":"CANCELLED"');
  });
});
