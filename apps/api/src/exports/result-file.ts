import type { Cell, ExportFormat, Job, Locale, ResultSummary } from '@countersign/contracts';
import { csvFile, jsonlFile, parquetFile, valueKind, xlsxFile, XLSX_COLUMNS, XLSX_ROWS, type Table, type TableFile, type Told } from '@countersign/platform';
import { Problem } from '../http/problem.js';

export interface ResultFileInput {
  job: Job;
  result: ResultSummary;
  format: ExportFormat;
  bom: boolean;
  by: string;
  at: string;
  rows: () => AsyncIterable<readonly (readonly Cell[])[]>;
}

export const MEDIA: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

/** From how many characters of XML a sheet is written as an entry that may pass 4 GB. */
const HUGE_CHARS = 3_000_000_000;
const CELL_MARKUP = 60;

const WORDS = {
  en: {
    rows: 'Cut at the row cap: only the first {rows} rows are here.', bytes: 'Cut at the size cap: only the first {rows} rows are here.',
    sheet: 'Result', about: 'About', question: 'Question', count: 'Rows', complete: 'Complete', yes: 'yes', columns: 'Columns', masked: 'Masked', digest: 'Approved digest', hash: 'Result hash', by: 'Exported by', at: 'Exported at', cut: 'Cells cut at 32,767 characters', neutralized: 'Cells kept from running as formulas', job: 'Answer',
  },
  ko: {
    rows: '행 한도에서 잘렸습니다. 처음 {rows}개 행만 있습니다.', bytes: '크기 한도에서 잘렸습니다. 처음 {rows}개 행만 있습니다.',
    sheet: '결과', about: '정보', question: '질문', count: '행 수', complete: '전체 포함', yes: '예', columns: '열', masked: '마스킹', digest: '승인된 다이제스트', hash: '결과 해시', by: '내보낸 사람', at: '내보낸 시각', cut: '32,767자에서 잘린 셀', neutralized: '수식으로 실행되지 않게 한 셀', job: '답변',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** Refuses what the format can't hold, before anything is written. */
export function assertHolds(format: ExportFormat, { rowCount, columns }: ResultSummary): void {
  if (format !== 'xlsx') return;
  if (rowCount + 1 > XLSX_ROWS) throw new Problem('export-too-large', { what: 'rows', limit: String(XLSX_ROWS), has: String(rowCount) });
  if (columns.length > XLSX_COLUMNS) throw new Problem('export-too-large', { what: 'columns', limit: String(XLSX_COLUMNS), has: String(columns.length) });
}

/** The result as a file of the format, in the language of the question. */
export function resultFile(input: ResultFileInput): TableFile {
  const { job, result, format, rows } = input;
  const words = WORDS[job.locale];
  const notice = result.truncated === 'no' ? null : words[result.truncated].replace('{rows}', String(result.rowCount));
  const table: Table = { columns: result.columns.map(({ name, type }) => ({ name, kind: valueKind(type) })), rows, notice };
  switch (format) {
    case 'csv': return csvFile(table, { bom: input.bom });
    case 'jsonl': return jsonlFile(table);
    case 'parquet': return parquetFile(table, { metadata: { job: job.id, question: job.question, digest: job.review?.digest ?? '', resultHash: result.hash } });
    case 'xlsx': return xlsxFile(table, {
      sheet: words.sheet, about: { sheet: words.about, lines: (told) => about(input, told, notice) },
      huge: result.byteCount * 2 + result.rowCount * result.columns.length * CELL_MARKUP > HUGE_CHARS,
    });
  }
}

function about({ job, result, by, at }: ResultFileInput, told: Told, notice: string | null): [string, string][] {
  const words = WORDS[job.locale];
  const masked = job.gateReport?.verdict === 'accept' ? (job.gateReport.masked ?? []) : [];
  return [
    [words.question, job.question], [words.job, job.id], [words.count, String(result.rowCount)], [words.complete, notice ?? words.yes],
    [words.columns, result.columns.map(({ name, type }) => `${name} (${type})`).join(', ')],
    ...(masked.length > 0 ? [[words.masked, masked.map(({ column }) => column).join(', ')] as [string, string]] : []),
    [words.cut, String(told.cut)], [words.neutralized, String(told.neutralized)],
    [words.digest, job.review?.digest ?? ''], [words.hash, result.hash], [words.by, by], [words.at, at],
  ];
}
