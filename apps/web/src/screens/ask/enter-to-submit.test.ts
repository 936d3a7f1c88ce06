import { describe, expect, it } from 'vitest';
import { enterToSubmit } from './enter-to-submit';

const enter = (over: Partial<{ shiftKey: boolean; isComposing: boolean; keyCode: number }> = {}) => ({ key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13, ...over });

function counted() {
  const sent = { times: 0 };
  return { sent, rule: enterToSubmit(() => sent.times++) };
}

describe('Enter in the question', () => {
  it('submits at once when nothing is being composed', () => {
    const { sent, rule } = counted();
    expect(rule.keyDown(enter())).toBe(true);
    expect(sent.times).toBe(1);
  });

  it('submits exactly once when it also ends a Korean syllable', () => {
    const { sent, rule } = counted();
    rule.keyDown(enter({ isComposing: true, keyCode: 229 }));
    expect(sent.times).toBe(0);
    rule.compositionEnd();
    expect(sent.times).toBe(1);
    rule.compositionEnd();
    expect(sent.times).toBe(1);
  });

  it('takes key code 229 for composing where the browser does not say so', () => {
    const { sent, rule } = counted();
    rule.keyDown(enter({ keyCode: 229 }));
    expect(sent.times).toBe(0);
  });

  it('does not submit when a syllable ends by itself', () => {
    const { sent, rule } = counted();
    rule.keyDown({ key: 'ㅏ', shiftKey: false, isComposing: true, keyCode: 229 });
    rule.compositionEnd();
    expect(sent.times).toBe(0);
  });

  it('forgets the Enter when another key follows in the same composition', () => {
    const { sent, rule } = counted();
    rule.keyDown(enter({ isComposing: true }));
    rule.keyDown({ key: 'a', shiftKey: false, isComposing: true, keyCode: 229 });
    rule.compositionEnd();
    expect(sent.times).toBe(0);
  });

  it('leaves Shift+Enter to the line break', () => {
    const { sent, rule } = counted();
    expect(rule.keyDown(enter({ shiftKey: true }))).toBe(false);
    expect(sent.times).toBe(0);
  });
});
