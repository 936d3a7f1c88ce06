import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, MAX_LINE_BYTES, type Line } from './lines.js';
import { rawMembers } from './raw-members.js';

async function lines(...chunks: (string | Buffer)[]): Promise<Line[]> {
  const found: Line[] = [];
  async function* stream() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  for await (const line of linesOf(stream())) found.push(line);
  return found;
}
const text = (line: string): Line => ({ kind: 'text', text: line });

describe('linesOf', () => {
  it('splits at line feeds only, and keeps them', async () => {
    expect(await lines('a\u2028b\r\nc\rd\n')).toEqual([text('a\u2028b\r\n'), text('c\rd\n')]);
  });
  it('does not mind where the chunks end', async () => {
    const bytes = Buffer.from('김\n{"a":"\u2028"}\n\nlast');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(await lines(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual([text('김\n'), text('{"a":"\u2028"}\n'), text('\n'), text('last')]);
    }
  });
  it('does not hold a line that never ends', async () => {
    const part = Buffer.alloc(MAX_LINE_BYTES / 4, 'x');
    expect(await lines(part, part, part, part, part, part, '\nnext\n')).toEqual([{ kind: 'too-long' }, text('next\n')]);
  });
});

describe('rawMembers', () => {
  it('finds each member of any object as it was written', () => {
    fc.assert(fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), fc.constantFrom(undefined, 2), (object, indent) => {
      const json = JSON.stringify(object, null, indent);
      const value = JSON.parse(json) as Record<string, unknown>;
      const members = rawMembers(json);
      expect([...members.keys()].sort()).toEqual(Object.keys(value).sort());
      for (const [name, raw] of members) expect(JSON.parse(raw)).toEqual(value[name]);
    }));
  });
});
