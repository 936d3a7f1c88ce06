import { expect, it } from 'vitest';
import { nextPath } from './next-path';

it('goes back to a path of the console', () => {
  expect(nextPath('/q/0192?tab=sql')).toBe('/q/0192?tab=sql');
});

it('goes nowhere else', () => {
  for (const next of [undefined, '', 'https://example.org', '//example.org', '/\\example.org', '/\t/example.org', 'javascript:alert(1)', '/sign-in?next=/ask']) expect(nextPath(next)).toBe('/ask');
});
