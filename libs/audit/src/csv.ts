/**
 * One RFC 4180 row on one physical line. Text a spreadsheet would take for a formula gets a leading apostrophe, and line
 * breaks become spaces: the `entry` column of the export holds the exact text, these cells are for reading.
 */
export function csvRow(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map((cell) => quote(harmless(cell ?? ''))).join(',')}\r\n`;
}

/** Formula starters, also in full width as spreadsheets in Asian locales take them. */
const FORMULA = /^[=+\-@\t|%＝＋－＠]/;

function harmless(text: string): string {
  // toWellFormed: a lone surrogate has no UTF-8, and the file must read back as it was written.
  const line = wellFormed(text).replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/g, ' ');
  return FORMULA.test(line) || FORMULA.test(line.trimStart()) ? `'${line}` : line;
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (unit) => (unit.length === 2 ? unit : '\ufffd'));
}

function quote(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells of a row as {@link csvRow} writes it; undefined when it is not one. */
export function readCsvRow(line: string): string[] | undefined {
  if (!line.endsWith('\r\n')) return undefined;
  const text = line.slice(0, -2);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const cell = /^(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/.exec(text.slice(at));
    if (!cell) return undefined;
    cells.push(cell[1] === undefined ? (cell[2] ?? '') : cell[1].replaceAll('""', '"'));
    at += cell[0].length;
    if (cell[3] === '') return cells;
  }
}
