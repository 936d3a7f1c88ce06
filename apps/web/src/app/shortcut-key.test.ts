import { expect, it } from 'vitest';
import { shortcutKey } from './shortcut-key';

const press = (over: object) => ({ key: 'a', code: 'KeyA', ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...over });

it('reads a letter, also with a Korean keyboard', () => {
  expect(shortcutKey(press({}))).toBe('a');
  expect(shortcutKey(press({ key: 'ㅁ' }))).toBe('a');
  expect(shortcutKey(press({ key: 'ㅌ', code: 'KeyX' }))).toBe('x');
});

it('goes by what is printed on the key where letters are moved', () => {
  expect(shortcutKey(press({ key: 'x', code: 'KeyB' }))).toBe('x');
});

it('reads digits and the question mark', () => {
  expect(shortcutKey(press({ key: '2', code: 'Digit2' }))).toBe('2');
  expect(shortcutKey(press({ key: '?', code: 'Slash' }))).toBe('?');
});

it('leaves chords, compositions and named keys alone', () => {
  for (const over of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }, { key: 'Enter', code: 'Enter' }, { key: 'Process', code: 'KeyA' }]) expect(shortcutKey(press(over))).toBeNull();
});
