import type { ExportFormat, Job, ResultSummary } from '@countersign/contracts';

const MOST_CHARS = 60;

/** Name of an export: the question's words as far as file systems bear them, and whether rows are missing. */
export function fileNameOf(job: Pick<Job, 'id' | 'question'>, { truncated }: Pick<ResultSummary, 'truncated'>, format: ExportFormat): string {
  const words = [...job.question.normalize('NFC').replace(/[\\/:*?"<>|\p{C}\s.]+/gu, ' ').trim()].slice(0, MOST_CHARS).join('').trim();
  const parts = [words || 'result', job.id.slice(-8), ...(truncated === 'no' ? [] : ['truncated'])];
  return `${parts.join(' ').replaceAll(' ', '-')}.${format}`;
}

/**
 * RFC 6266: the name in UTF-8, and one of ASCII letters for readers that know only that.
 * @example attachment('매출.csv') // `attachment; filename="result.csv"; filename*=UTF-8''%EB%A7%A4%EC%B6%9C.csv`
 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x21-\x7e]+/g, '').replace(/["\\%]/g, '').replace(/^[-.]+/, '');
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (odd) => `%${odd.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${/^[^.]/.test(ascii) ? ascii : `result${ascii}`}"; filename*=UTF-8''${encoded}`;
}
