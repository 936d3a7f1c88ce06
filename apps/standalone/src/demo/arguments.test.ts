import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.js';
import { ApiProblem } from './client.js';
import { DemoTrouble, troubleObject, troubleOf } from './trouble.js';

const refused = (...args: string[]): DemoTrouble => {
  try {
    readArguments(args);
  } catch (error) {
    if (error instanceof DemoTrouble) return error;
  }
  throw new Error('not refused');
};

describe('arguments of the demo', () => {
  it('speak the language of the question unless told otherwise', () => {
    expect(readArguments(['net revenue'])).toMatchObject({ locale: 'en', timeoutMs: 120_000, json: false });
    expect(readArguments(['2025년 순매출', '--timeout', '0.5'])).toMatchObject({ locale: 'ko', timeoutMs: 500 });
    expect(readArguments(['2025년 순매출', '--locale', 'en'])).toMatchObject({ locale: 'en' });
  });

  it.each([
    [[''], /empty/], [['  '], /empty/], [[], /^usage/], [['a', 'b'], /^usage/], [['a', '--timeout', 'x'], /--timeout must be/], [['a', '--timeout', '-1'], /--timeout|ambiguous/],
    [['a', '--today', 'June'], /--today/], [['a', '--locale', 'fr'], /--locale/], [['a', '--url', 'localhost:3000'], /--url/], [['a', '--nonsense'], /Unknown option '--nonsense'/],
  ])('%j can not be used, with exit status 2', (args, message) => {
    const trouble = refused(...args);
    expect(trouble.exit).toBe(2);
    expect(trouble.message).toMatch(message);
  });
});

describe('trouble of the demo', () => {
  it('is said in the language of the question, whoever asks', () => {
    const problem = new ApiProblem(400, 'question-empty', {}, '질문이 비어 있습니다');
    expect(troubleOf(problem, 'en').message).toMatch(/^[\x20-\x7e]+$/);
    expect(troubleOf(problem, 'ko').message).toMatch(/\p{Script=Hangul}/u);
  });

  it('is one line, and one object with every member', () => {
    const trouble = troubleOf(new TypeError('fetch failed\n    at somewhere', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }), 'en');
    expect(trouble.message).toBe('fetch failed (ECONNREFUSED)');
    expect(troubleObject(trouble)).toMatchObject({ jobId: null, state: null, rows: [], claims: [], error: { code: 'trouble', message: 'fetch failed (ECONNREFUSED)' } });
  });
});
