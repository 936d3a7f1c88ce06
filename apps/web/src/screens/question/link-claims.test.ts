import type { Claim } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { linkClaims, operandKeys } from './link-claims';

const TEXT = '2025년 순매출은 1,234.5 USD이고 주문은 98건입니다.';

function claim(text: string, from = TEXT): Claim {
  const start = from.indexOf(text);
  return { text, span: { start, end: start + text.length }, value: text.replaceAll(',', ''), operation: 'cell', operands: [{ row: 0, column: 1 }], scale: 0, exponent: 0, status: 'grounded' };
}

describe('figures of a sentence', () => {
  it('links each figure and keeps every other character', () => {
    const parts = linkClaims(TEXT, [claim('98'), claim('1,234.5')]);
    expect(parts.map((part) => part.text).join('')).toBe(TEXT);
    expect(parts.filter((part) => part.kind === 'figure').map((part) => [part.text, part.index])).toEqual([['1,234.5', 1], ['98', 0]]);
  });

  it('leaves a claim unlinked whose span shows something else', () => {
    expect(linkClaims(TEXT, [{ ...claim('98'), span: { start: 0, end: 2 } }])).toEqual([{ kind: 'text', text: TEXT }]);
  });

  it('links the first of two claims that overlap', () => {
    const parts = linkClaims('12 345', [claim('12 345', '12 345'), claim('345', '12 345')]);
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ kind: 'figure', text: '12 345' });
  });

  it('gives plain text when nothing was claimed', () => {
    expect(linkClaims('No rows.', [])).toEqual([{ kind: 'text', text: 'No rows.' }]);
  });

  it('names the cells a claim stands on', () => {
    expect([...operandKeys({ ...claim('98'), operands: [{ row: 3, column: 1 }, { row: 11, column: 1 }] })]).toEqual(['3:1', '11:1']);
    expect(operandKeys(undefined).size).toBe(0);
  });
});
