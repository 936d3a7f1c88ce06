import { describe, expect, it } from 'vitest';
import { dayIn, readQuestion } from './receive.js';

const code = (text: string) => { const read = readQuestion(text); return 'code' in read ? read.code : read.text; };

describe('reading a question', () => {
  it('refuses an empty or blank one', () => {
    expect(code('')).toBe('question-empty');
    expect(code(' \t\n  ')).toBe('question-empty');
  });
  it('refuses one of 100 kB', () => expect(code('a'.repeat(100_000))).toBe('question-too-long'));
  it('counts characters, not UTF-16 units, towards the limit', () => {
    expect(code('😀'.repeat(2000))).toHaveLength(4000);
    expect(code('😀'.repeat(2001))).toBe('question-too-long');
  });
  it.each([['NUL', '\u0000'], ['escape', '\u001b'], ['zero-width space', '\u200b'], ['right-to-left override', '\u202e'], ['isolate', '\u2067'], ['byte order mark', '\ufeff'], ['Hangul filler', '\u3164'], ['soft hyphen', '\u00ad'], ['tag character', '\u{e0041}'], ['lone surrogate', '\ud800']])('refuses %s inside the text', (_name, char) => {
    expect(code(`net revenue${char} 2025`)).toBe('question-unreadable');
  });
  it('accepts right-to-left letters: they are letters', () => expect(code('צמיחה 2025')).toBe('צמיחה 2025'));
  it('keeps Korean typed decomposed as composed syllables', () => expect(code('매출'.normalize('NFD'))).toBe('매출'));
  it('makes one blank of many and trims', () => expect(code('  net \n\t revenue  ')).toBe('net revenue'));
});

describe('the business date', () => {
  it('is the day in the pack’s time zone, not in UTC', () => {
    expect(dayIn('Asia/Seoul', '2026-06-29T15:30:00.000Z')).toBe('2026-06-30');
    expect(dayIn('Asia/Seoul', '2026-06-29T14:59:59.999Z')).toBe('2026-06-29');
  });
});
