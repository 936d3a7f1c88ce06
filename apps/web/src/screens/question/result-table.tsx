import type { ResultPage } from '@countersign/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { columnTitle, formatCell } from '../../format/cell';
import { isFigure, isNumeric } from '../../format/number';
import { columnScale } from '../../format/scale';
import { useLanguage } from '../../i18n/use-language';
import css from './answer.module.css';

/** Rows as text, exact but for the places beyond the sixth, which the note and the title of the cell give away. Cells a figure stands on are marked, and scrolled to when asked. */
export function ResultTable({ result, marked, reveal }: { result: ResultPage; marked: ReadonlySet<string>; reveal: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reveal && marked.size > 0) frame.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [marked, reveal]);
  const right = result.columns.map((column) => isFigure(column) || (isNumeric(column) && !column.grain));
  const scales = useMemo(() => result.columns.map((column, at) => columnScale(column, result.rows.map((row) => row[at] ?? null))), [result]);
  return (
    <>
      <div ref={frame} className={css.tableFrame} tabIndex={0} role="region" aria-label={t('table.label')}>
        <table className={css.table}>
          <thead>
            <tr>{result.columns.map((column, at) => <th key={at} scope="col" data-right={right[at] || undefined}>{columnTitle(column)}</th>)}</tr>
          </thead>
          <tbody>
            {result.rows.map((row, r) => (
              <tr key={r}>
                {row.map((cell, c) => {
                  const column = result.columns[c];
                  const shown = column ? formatCell(cell, column, language, scales[c]?.places) : cell;
                  return <td key={c} data-right={right[c] || undefined} data-marked={marked.has(`${r}:${c}`) || undefined} title={scales[c]?.rounded && cell !== null ? cell : undefined}>{shown === null ? <span className={css.null}>NULL</span> : shown}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {scales.some((scale) => scale?.rounded) ? <p className={css.note}>{t('table.rounded')}</p> : null}
    </>
  );
}
