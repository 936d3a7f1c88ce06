import type { SchemaTable } from '@countersign/contracts';
import { IconChevronDown, IconKey, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../format/number';
import { useLanguage } from '../../i18n/use-language';
import css from './schema.module.css';

export function SchemaTableCard({ table, shown, onToggle }: { table: SchemaTable; shown: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = `table-${table.schema}-${table.name}`;
  const met = [...new Set(table.found.map((one) => (one.asked === one.met ? one.met : `${one.asked} → ${one.met}`)))];
  return (
    <li className={css.table}>
      <button type="button" className={css.head} aria-expanded={shown} aria-controls={id} onClick={onToggle}>
        <code className={css.name}>{table.schema}.{table.name}</code>
        {table.label ? <span className={css.label}>{table.label}</span> : null}
        <span className={css.size}>
          {t('schema.columns', { count: table.columns.length })}
          {table.rowEstimate === null ? '' : ` · ${t('schema.rows', { rows: formatCount(table.rowEstimate, language), count: table.rowEstimate })}`}
        </span>
        <IconChevronDown size={17} stroke={1.8} className={css.chevron} data-open={shown || undefined} aria-hidden />
      </button>
      {met.length > 0 ? <p className={css.met}>{t('schema.met', { words: met.slice(0, 6).join(', ') })}</p> : null}
      {shown ? <div id={id} className={css.body}>{table.comment ? <p className={css.comment}>{table.comment}</p> : null}<Columns table={table} /></div> : null}
    </li>
  );
}

function Columns({ table }: { table: SchemaTable }) {
  const { t } = useTranslation();
  return (
    <div className={css.scroll}>
      <table className={css.columns}>
        <thead><tr><th scope="col">{t('schema.column')}</th><th scope="col">{t('schema.meaning')}</th><th scope="col">{t('schema.type')}</th><th scope="col">{t('schema.pointsTo')}</th></tr></thead>
        <tbody>
          {table.columns.map((column) => (
            <tr key={column.name} data-meant={column.meant || undefined}>
              <td>
                <code>{column.name}</code>
                {table.primaryKey.includes(column.name) ? <IconKey size={13} stroke={1.8} className={css.icon} role="img" aria-label={t('schema.key')} /> : null}
                {column.personal ? <span className={css.personal}><IconLock size={13} stroke={1.8} aria-hidden /> {t('schema.personal')}</span> : null}
              </td>
              <td>{[column.label, column.comment].filter((text) => text !== null).join(' · ') || '–'}</td>
              <td className={css.type}>{column.type}{column.nullable ? '' : ` · ${t('schema.required')}`}</td>
              <td>{column.references ? <code>{column.references}</code> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
