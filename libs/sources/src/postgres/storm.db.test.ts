import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresLab } from '../spec/postgres-lab.js';
import { storm } from '../spec/storm.js';

// The bench does ten thousand, on MariaDB too.
const RUNS = 400;

describe('hundreds of runs with random faults', () => {
  let lab: Awaited<ReturnType<typeof postgresLab>>;
  beforeAll(async () => {
    lab = await postgresLab(process.env['TEST_POSTGRES_URL']!);
  });
  afterAll(() => lab.close());

  it('leak no connection, give no wrong row, and end each run with a known kind', async () => {
    const { runs, ends, ...harm } = await storm(lab, { runs: RUNS, askers: 6 });
    expect(harm).toEqual({ unknown: [], wrong: [], waiting: 0, leaked: 0 });
    expect(runs).toBeGreaterThanOrEqual(RUNS);
    expect(ends['ok no']).toBeGreaterThan(RUNS / 5);
  }, 120_000);
});
