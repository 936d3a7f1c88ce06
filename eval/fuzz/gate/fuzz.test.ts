import { beforeAll, describe, expect, it } from 'vitest';
import { inputOf, readTexts } from './inputs.mjs';
import { judge, loadReaders } from './judge.mjs';

/** The first inputs of one seed of the fuzz, on every run: what run.mjs does by the hundred thousand. Time is measured there. */
const INPUTS = 60;
const SEED = 1;

describe.each(['postgres', 'mysql', 'mariadb', 'tsql', 'oracle', 'oracle11', 'hana'])('mutated statements for %s', (dialect) => {
  beforeAll(() => loadReaders(dialect), 120_000);

  it('are refused by name, or printed as exactly one read of what is granted, which is printed again as it is', () => {
    const texts = readTexts(dialect, []);
    const verdicts = Array.from({ length: INPUTS }, (_, n) => ({ n, ...judge(inputOf(texts, dialect, SEED, n)) }));
    const faults = verdicts.filter(({ fault }) => fault !== undefined && fault !== 'late').map(({ n, fault }) => `--dialect ${dialect} --seed ${SEED} --only ${n}: ${fault}`);
    expect(faults).toEqual([]);
    expect(verdicts.filter(({ report }) => report?.verdict === 'accept').length).toBeGreaterThan(INPUTS / 10);
  }, 120_000);
});
