import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { csvFile } from './csv.js';
import { jsonlFile } from './jsonl.js';
import { parquetFile } from './parquet.js';
import type { Table, TableFile, ValueKind } from './table.js';
import { valueKind } from './value-kind.js';
import { MAX_CELL_CHARS } from './xlsx-cell.js';
import { xlsxFile } from './xlsx.js';

type Row = (string | null)[];
const table = (columns: Record<string, ValueKind>, rows: Row[], notice: string | null = null): Table => ({
  columns: Object.entries(columns).map(([name, kind]) => ({ name, kind })), notice,
  async *rows() { for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2); },
});
async function bytesOf(file: TableFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const csv = async (of: Table, bom = false): Promise<string> => (await bytesOf(csvFile(of, { bom }))).toString('utf8');
const book = (of: Table) => xlsxFile(of, { sheet: '결과', about: { sheet: 'About', lines: (told) => [['cut', String(told.cut)]] }, huge: false });
const parquet = (of: Table) => parquetFile(of, { metadata: { digest: 'abc' } });

const FORMULAS = ['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠x', ' =1', '\ufeff=1', "=cmd|' /C calc'!A0"];

/** Entries of a zip by its central directory. */
function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const entries: Record<string, string> = {};
  for (let n = zip.readUInt16LE(end + 10), at = zip.readUInt32LE(end + 16); n > 0; n -= 1) {
    const [packed, nameLength, extra, comment, local] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries[zip.toString('utf8', at + 46, at + 46 + nameLength)] = inflateRawSync(zip.subarray(begin, begin + packed)).toString('utf8');
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}
const sheetOf = async (of: Table): Promise<string> => unzip(await bytesOf(book(of)))['xl/worksheets/sheet1.xml'] ?? '';
/** Cells of a sheet, rows without the titles. */
const cellsOf = (xml: string): string[][] => [...xml.matchAll(/<row>(.*?)<\/row>/gs)].slice(1).map(([, row = '']) => [...row.matchAll(/<c(?:\/>| [^>]*>.*?<\/c>|>.*?<\/c>)/gs)].map(([cell]) => cell));

describe('csv', () => {
  it('tells NULL from empty text', async () => {
    expect(await csv(table({ a: 'text', b: 'text' }, [[null, ''], ['', null]]))).toBe('a,b\r\n,""\r\n"",\r\n');
  });
  it('quotes commas, quotes, line ends and outer blanks', async () => {
    expect(await csv(table({ a: 'text' }, [['a,b'], ['say "x"'], ['two\nlines'], [' blank ']]))).toBe('a\r\n"a,b"\r\n"say ""x"""\r\n"two\nlines"\r\n" blank "\r\n');
  });
  it.each(FORMULAS)('shows %j instead of running it, in cells and titles', async (formula) => {
    const text = await csv(table({ [formula]: 'text' }, [[formula]]));
    for (const line of text.split('\r\n').filter((part) => part !== '').slice(0, 1)) expect(line.replace(/^"/, '')).toMatch(/^'/);
    expect(text).toContain(`'${formula.replaceAll('"', '""')}`);
  });
  it('leaves negative and signed numbers of a numeric column alone', async () => {
    const file = csvFile(table({ n: 'number', i: 'integer', f: 'float' }, [['-12.50', '-7', '-1e-7'], ['+3', '0', '.5']]), { bom: false });
    expect((await bytesOf(file)).toString()).toBe('n,i,f\r\n-12.50,-7,-1e-7\r\n+3,0,.5\r\n');
    expect(file.told.neutralized).toBe(0);
  });
  it('neutralizes what only stands in a numeric column, and numbers of a text column', async () => {
    expect(await csv(table({ n: 'number', t: 'text' }, [['-1+cmd', '-5']]))).toBe("n,t\r\n'-1+cmd,'-5\r\n");
  });
  it('begins with a byte order mark only when asked, and keeps Korean text', async () => {
    expect(await csv(table({ 도시: 'text' }, [['서울']]), true)).toBe('\ufeff도시\r\n서울\r\n');
    expect(await csv(table({ 도시: 'text' }, [['서울']]))).toBe('도시\r\n서울\r\n');
  });
  it('says in its last line that rows are missing', async () => {
    expect(await csv(table({ a: 'text' }, [['x']], 'only 1 row'))).toBe('a\r\nx\r\n# only 1 row\r\n');
  });
  it('never begins a text field with what a spreadsheet runs', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), async (cell) => {
      const body = (await csv(table({ a: 'text' }, [[cell]]))).slice(3).replace(/^"/, '');
      expect(body).not.toMatch(/^[\s\u0000-\u001f]*[=+\-@＝＋－＠]/);
    }));
  });
});

describe('jsonl', () => {
  it('keeps every digit and tells null from empty', async () => {
    const text = (await bytesOf(jsonlFile(table({ id: 'integer', d: 'number', t: 'text' }, [['9223372036854775807', '1234567890123456789.10', ''], [null, '-0', '=1']])))).toString();
    expect(text.trim().split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([{ id: '9223372036854775807', d: '1234567890123456789.10', t: '' }, { id: null, d: '-0', t: '=1' }]);
  });
  it('gives each of two equal names a key of its own, in order', async () => {
    const twice: Table = { columns: [{ name: 'n', kind: 'text' }, { name: 'n', kind: 'text' }], notice: 'cut', async *rows() { yield [['a', 'b']]; } };
    expect((await bytesOf(jsonlFile(twice))).toString()).toBe('{"n":"a","n_2":"b"}\n{"$truncated":"cut"}\n');
  });
  it('returns any text as it was', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), async (cell) => {
      expect(JSON.parse((await bytesOf(jsonlFile(table({ a: 'text' }, [[cell]])))).toString())).toEqual({ a: cell });
    }));
  });
});

describe('xlsx', () => {
  it('is a workbook whose parts name each other', async () => {
    const parts = unzip(await bytesOf(book(table({ a: 'text' }, [['x']]))));
    expect(Object.keys(parts)).toEqual(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']);
    expect(parts['xl/workbook.xml']).toContain('name="결과"');
    expect(Object.values(parts).join('')).not.toContain('<f>');
  });
  it('writes numbers as numbers up to fifteen digits and as text beyond', async () => {
    const cells = cellsOf(await sheetOf(table({ n: 'number' }, [['-12.50'], ['123456789012345'], ['1234567890123456'], ['1e400'], ['0.10']])));
    expect(cells.flat()).toEqual(['<c><v>-12.5</v></c>', '<c><v>123456789012345</v></c>', expect.stringContaining('>1234567890123456<'), expect.stringContaining('>1e400<'), '<c><v>0.1</v></c>']);
  });
  it('writes days as days where spreadsheets have them', async () => {
    const cells = cellsOf(await sheetOf(table({ d: 'date', t: 'timestamp' }, [['2026-06-30', '2026-06-30 12:00:00'], ['1899-01-01', '2026-06-30 12:00:00+09'], ['2026-02-30', '2026-06-30 12:00:00.123456'], ['1900-03-01', 'infinity']])));
    expect(cells[0]).toEqual(['<c s="1"><v>46203</v></c>', '<c s="2"><v>46203.5</v></c>']);
    expect(cells[3]?.[0]).toBe('<c s="1"><v>61</v></c>');
    for (const cell of [...(cells[1] ?? []), ...(cells[2] ?? []), cells[3]?.[1]]) expect(cell).toContain('t="inlineStr"');
  });
  it.each(FORMULAS)('keeps %j as text, marked to stay text', async (formula) => {
    const [[cell] = []] = cellsOf(await sheetOf(table({ a: 'text' }, [[formula]])));
    expect(cell).toMatch(/^<c t="inlineStr" s="3">/);
  });
  it('holds NULL, empty text, markup and control characters', async () => {
    const cells = cellsOf(await sheetOf(table({ a: 'text' }, [[null], [''], ['<b>&'], ['a\u0007\rb'], ['_x0041_'], ['\ud800']])));
    expect(cells.flat().map((cell) => /<t[^>]*>(.*)<\/t>/s.exec(cell)?.[1])).toEqual([undefined, '', '&lt;b&gt;&amp;', 'a_x0007__x000D_b', '_x005F_x0041_', '_xD800_']);
  });
  it('cuts a cell at the limit and counts it in the second sheet', async () => {
    const file = book(table({ a: 'text' }, [['x'.repeat(MAX_CELL_CHARS)], ['y'.repeat(MAX_CELL_CHARS + 1)]]));
    const parts = unzip(await bytesOf(file));
    expect(cellsOf(parts['xl/worksheets/sheet1.xml'] ?? '').flat().map((cell) => /<t[^>]*>(.*)<\/t>/s.exec(cell)?.[1]?.length)).toEqual([MAX_CELL_CHARS, MAX_CELL_CHARS]);
    expect(file.told.cut).toBe(1);
    expect(parts['xl/worksheets/sheet2.xml']).toContain('>1</t>');
  });
  it('ends the reading when its reader leaves', async () => {
    let ended = false;
    const endless: Table = { columns: [{ name: 'a', kind: 'text' }], notice: null, async *rows() { try { for (let n = 0; ; n += 1) yield [[createHash('sha256').update(String(n)).digest('hex')]]; } finally { ended = true; } } };
    let seen = 0;
    for await (const chunk of book(endless).bytes) if ((seen += chunk.length) > 300_000) break;
    await expect.poll(() => ended).toBe(true);
  });
  it('fails where its rows fail', async () => {
    const broken: Table = { columns: [{ name: 'a', kind: 'text' }], notice: null, async *rows() { yield [['x']]; throw new Error('gone'); } };
    await expect(bytesOf(book(broken))).rejects.toThrow('gone');
  });
});

describe('parquet', () => {
  const read = async (of: Table): Promise<Record<string, unknown>[]> => {
    const bytes = await bytesOf(parquet(of));
    return parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  };
  it('keeps int64, decimals, days, instants, truth values and text, exact', async () => {
    const file = parquet(table({ i: 'integer', d: 'number', day: 'date', at: 'timestamp', b: 'boolean', f: 'float', t: 'text' }, [
      ['9223372036854775807', '-1234.5', '2026-06-30', '2026-06-30 12:00:00.123456', 't', '0.1', '=서울'], [null, null, null, null, null, null, null], ['-9223372036854775808', '0.25', '0001-01-01', '1969-12-31 23:59:59', 'f', 'NaN', ''],
    ]));
    const bytes = await bytesOf(file);
    expect(file.told.types).toEqual(['INT64', 'DECIMAL(18,2)', 'DATE', 'TIMESTAMP(MICROS)', 'BOOLEAN', 'DOUBLE', 'STRING']);
    const [first, second, third] = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    expect(first).toEqual({ i: 9223372036854775807n, d: -1234.5, day: new Date('2026-06-30'), at: expect.any(Date) as Date, b: true, f: 0.1, t: '=서울' });
    expect(Object.values(second ?? {}).every((cell) => cell === null || cell === undefined)).toBe(true);
    expect(third).toMatchObject({ i: -9223372036854775808n, d: 0.25, b: false, f: NaN, t: '' });
  });
  it('falls back to text for a whole column that one cell does not fit', async () => {
    const of = table({ i: 'integer', d: 'number', day: 'date', at: 'timestamp' }, [
      ['1', '1.5', '2026-06-30', '2026-06-30 00:00:00'], ['9223372036854775808', '1234567890123456789.10', 'infinity', '2026-06-30 00:00:00+09'],
    ]);
    expect(await read(of)).toEqual([{ i: '1', d: '1.5', day: '2026-06-30', at: '2026-06-30 00:00:00' }, { i: '9223372036854775808', d: '1234567890123456789.10', day: 'infinity', at: '2026-06-30 00:00:00+09' }]);
  });
  it('reads instants with an offset as moments', async () => {
    expect(await read(table({ at: 'timestamp' }, [['2026-06-30 09:00:00+09'], ['2026-06-30 00:00:00-00:30']]))).toEqual([{ at: new Date('2026-06-30T00:00:00Z') }, { at: new Date('2026-06-30T00:30:00Z') }]);
  });
  it('names its source and a cut in its own metadata, also with no rows', async () => {
    const bytes = await bytesOf(parquet(table({ a: 'text' }, [], 'cut')));
    const { key_value_metadata: notes, num_rows: rows } = parquetMetadata(new Uint8Array(bytes).buffer);
    expect(rows).toBe(0n);
    expect(notes).toEqual([{ key: 'countersign.digest', value: 'abc' }, { key: 'countersign.truncated', value: 'cut' }]);
  });
  it('keeps every decimal and integer it calls one', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), { minLength: 1 }), async (numbers) => {
      expect(await read(table({ i: 'integer' }, numbers.map((n) => [String(n)])))).toEqual(numbers.map((i) => ({ i })));
    }), { numRuns: 20 });
  });
});

it.each([['int8', 'integer'], ['numeric(12,2)', 'number'], ['float8', 'float'], ['double precision', 'float'], ['bool', 'boolean'], ['date', 'date'], ['timestamptz', 'timestamp'], ['text', 'text'], ['jsonb', 'text'], ['interval', 'text']] as const)('%s holds %s', (type, kind) => {
  expect(valueKind(type)).toBe(kind);
});
