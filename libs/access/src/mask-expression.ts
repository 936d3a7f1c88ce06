import type { MaskForm } from '@countersign/contracts';

/**
 * What stands in the place of a masked column: an expression over its row, in the canonical dialect. A text that is not longer
 * than the part that would be shown is hidden whole.
 *
 * @param type the engine's own spelling; a NULL in its place keeps sums and dates readable
 * @example maskExpression({ kind: 'last', keep: 4 }, 'phone', 'text')
 * // CASE WHEN length(CAST("phone" AS text)) > 4 THEN '****' || right(CAST("phone" AS text), 4) WHEN "phone" IS NOT NULL THEN '****' END
 */
export function maskExpression(form: MaskForm, column: string, type: string): string {
  const c = `"${column.replaceAll('"', '""')}"`;
  const text = `CAST(${c} AS text)`;
  switch (form.kind) {
    case 'null': return nullOf(type);
    case 'fixed': return `'${form.text.replaceAll("'", "''")}'`;
    case 'hash': return `md5(${text})`;
    case 'last': return `CASE WHEN length(${text}) > ${form.keep} THEN '****' || right(${text}, ${form.keep}) WHEN ${c} IS NOT NULL THEN '****' END`;
    case 'first': return `CASE WHEN length(${text}) > ${form.keep} THEN left(${text}, ${form.keep}) || '****' WHEN ${c} IS NOT NULL THEN '****' END`;
    case 'year': case 'month': return `CAST(date_trunc('${form.kind}', ${c}) AS date)`;
    case 'bucket': return `floor(${c} / ${form.size}.0) * ${form.size}`;
    case 'expression': return form.expression;
  }
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(?:small|big|tiny|medium)?int|^number|^numeric|^decimal|^real|^double|^float|^money|^serial/i, 'numeric'],
  [/^timestamp|^datetime|^smalldatetime|^seconddate/i, 'timestamp'],
  [/^date/i, 'date'],
];

function nullOf(type: string): string {
  const as = TYPES.find(([pattern]) => pattern.test(type))?.[1];
  return as === undefined ? 'NULL' : `CAST(NULL AS ${as})`;
}

/**
 * One word for how a value is masked, as reports and evidence carry it.
 * @example maskWord({ kind: 'last', keep: 4 }) // 'last:4'
 */
export function maskWord(form: MaskForm): string {
  switch (form.kind) {
    case 'last': case 'first': return `${form.kind}:${form.keep}`;
    case 'bucket': return `bucket:${form.size}`;
    default: return form.kind;
  }
}
