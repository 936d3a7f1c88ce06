import { describe, expect, it } from 'vitest';
import { markedText, offsetOf } from './marked-text';

const marked = (text: string, line: number, column: number) => markedText(text, { line, column }).mark;

describe('the mark of a finding', () => {
  it('stands on the word, name, text or sign at the place', () => {
    expect(marked('SELECT order_di\nFROM orders', 1, 8)).toBe('order_di');
    expect(marked('SELECT 1\nFROM "no ""such"', 2, 6)).toBe('"no ""such"');
    expect(marked('SELECT 1; DROP TABLE t', 1, 9)).toBe(';');
    expect(marked("SELECT 'a''b'", 1, 8)).toBe("'a''b'");
  });
  it('counts characters as an editor does', () => {
    expect(marked('SELECT 😀, 매출_합계 FROM t', 1, 11)).toBe('매출_합계');
  });
  it('stands on the last sign where something is missing at the end', () => {
    expect(markedText('SELECT (1 \n', { line: 2, column: 1 })).toEqual({ before: 'SELECT (', mark: '1', after: ' \n' });
  });
  it('is nowhere without a place, and loses no character anywhere', () => {
    expect(markedText('SELECT 1', undefined)).toEqual({ before: 'SELECT 1', mark: '', after: '' });
    for (const [line, column] of [[1, 1], [9, 9], [2, 400]] as const) {
      const { before, mark, after } = markedText('ab\ncd', { line, column });
      expect(before + mark + after).toBe('ab\ncd');
    }
    expect(offsetOf('ab\ncd', { line: 2, column: 2 })).toBe(4);
  });
});
