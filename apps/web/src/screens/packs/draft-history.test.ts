import { describe, expect, it } from 'vitest';
import { beginWith, changesOf, edited, redone, undone } from './draft-history.js';

describe('the steps of an edit', () => {
  it('go back and forth; what is typed in one go at one place is one of them', () => {
    let history = beginWith({ a: '0' });
    history = edited(history, { a: '1' }, 'a', 0);
    history = edited(history, { a: '12' }, 'a', 500);
    history = edited(history, { a: '12', b: 'x' }, 'b', 600);
    history = edited(history, { a: '123', b: 'x' }, 'a', 9_000);
    const steps = [history.now];
    for (let i = 0; i < 4; i++) {
      history = undone(history);
      steps.push(history.now);
    }
    expect(steps).toEqual([{ a: '123', b: 'x' }, { a: '12', b: 'x' }, { a: '12' }, { a: '0' }, { a: '0' }]);
    expect(redone(redone(redone(redone(history)))).now).toEqual({ a: '123', b: 'x' });
    expect(redone(edited(undone(redone(history)), { a: 'other' }, 'a', 0)).now).toEqual({ a: 'other' });
  });
  it('save only what is other than what is saved', () => {
    expect(changesOf({ a: '1', b: '2', c: '3' }, { a: '1', b: '4', d: '5' })).toEqual({ c: null, b: '4', d: '5' });
    expect(changesOf({ a: '1' }, { a: '1' })).toEqual({});
  });
});
