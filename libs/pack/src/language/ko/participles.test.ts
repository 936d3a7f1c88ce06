import { describe, expect, it } from 'vitest';
import { participles } from './participles.js';

describe('a measure of two nouns', () => {
  it('is said with a verb too', () => {
    expect(participles('결제 금액')).toEqual(expect.arrayContaining(['결제한 금액', '결제된 금액', '결제했던 금액']));
    expect(participles('판매 수량')).toContain('판매하는 수량');
  });

  it('and nothing else is', () => {
    for (const surface of ['순매출', '결제액', 'paid amount', '결제 수단', '금액']) expect(participles(surface)).toEqual([]);
  });
});
