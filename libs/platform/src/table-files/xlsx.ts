import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Table, TableFile, Told } from './table.js';
import { STYLE, textCell, xlsxCell, xmlText } from './xlsx-cell.js';

/** Rows a sheet can have, the titles' among them, and columns. */
export const XLSX_ROWS = 1_048_576;
export const XLSX_COLUMNS = 16_384;

export interface XlsxOptions {
  sheet: string;
  /** A second sheet of names and values, asked for when the rows have been written. */
  about: { sheet: string; lines: (told: Told) => readonly (readonly [string, string])[] };
  /** The sheet may become larger than 4 GB of XML. */
  huge: boolean;
}

const NS = 'http://schemas.openxmlformats.org';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Fast: the sheet is XML, which shrinks tenfold at any level. */
const LEVEL = 3;

/** A workbook, its sheet compressed while rows arrive. Strings stand in the cells: a table of shared ones would have to be held until the end. */
export function xlsxFile(table: Table, { sheet, about, huge }: XlsxOptions): TableFile {
  const told: Told = { types: table.columns.map(({ kind }) => kind), neutralized: 0, cut: 0 };
  const sources: Readable[] = [];
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile();
    let left = false;
    const out = new PassThrough();
    const fail = (error: unknown): void => void out.destroy(error as Error);
    zip.on('error', fail);
    zip.outputStream.on('error', fail).pipe(out);
    const add = (name: string, content: () => AsyncIterable<string> | Iterable<string>, forceZip64Format = false): void =>
      zip.addReadStreamLazy(name, { compressionLevel: LEVEL, forceZip64Format, mtime: new Date(Date.UTC(2000, 0, 1)) }, (give) => {
        // A part whose turn comes when the reader has gone is never begun.
        if (left) return;
        const source = Readable.from(encoded(content()), { objectMode: false, highWaterMark: 64 * 1024 }).on('error', fail);
        sources.push(source);
        give(null, source);
      });
    for (const [name, text] of parts([sheet, about.sheet])) add(name, () => [text]);
    add('xl/worksheets/sheet1.xml', () => sheetXml(table, told), huge);
    add('xl/worksheets/sheet2.xml', () => aboutXml(about.lines(told)));
    zip.end();
    try {
      yield* out as AsyncIterable<Uint8Array>;
    } finally {
      left = true;
      for (const source of sources) source.destroy();
      out.destroy();
    }
  }
  return { bytes: bytes(), told };
}

async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* sheetXml({ columns, rows }: Table, told: Told): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  yield `<row>${columns.map(({ name }) => textCell(name, STYLE.title, told)).join('')}</row>`;
  for await (const batch of rows()) yield batch.map((row) => `<row>${columns.map((column, at) => xlsxCell(row[at] ?? null, column, told)).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

function* aboutXml(lines: readonly (readonly [string, string])[]): Generator<string> {
  const told: Told = { types: [], neutralized: 0, cut: 0 };
  yield `${HEAD}<worksheet xmlns="${NS}/spreadsheetml/2006/main"><cols><col min="1" max="1" width="28" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>`;
  for (const [name, value] of lines) yield `<row>${textCell(name, STYLE.title, told)}${textCell(value, STYLE.text, told)}</row>`;
  yield '</sheetData></worksheet>';
}

/** The small parts of a workbook of two sheets. */
function parts(sheets: readonly string[]): [string, string][] {
  const type = (part: string, kind: string): string => `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const link = (id: number, kind: string, target: string): string => `<Relationship Id="rId${id}" Type="${NS}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
  return [
    ['[Content_Types].xml', `${HEAD}<Types xmlns="${NS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/styles.xml', 'styles')}${sheets.map((_, at) => type(`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')}</Types>`],
    ['_rels/.rels', `${HEAD}<Relationships xmlns="${NS}/package/2006/relationships">${link(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    ['xl/workbook.xml', `${HEAD}<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><sheets>${sheets.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `${HEAD}<Relationships xmlns="${NS}/package/2006/relationships">${sheets.map((_, at) => link(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${link(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`],
    ['xl/styles.xml', `${HEAD}<styleSheet xmlns="${NS}/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf fontId="1" numFmtId="49" applyFont="1" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>`],
  ];
}
