import type { BlockedStatement } from '@countersign/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import css from './blocked.module.css';

export function BlockedTable({ rows, onDigest }: { rows: readonly BlockedStatement[]; onDigest: (digest: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={page.list}>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead><tr><th scope="col">{t('audit.at')}</th><th scope="col">{t('gate.rule')}</th><th scope="col">{t('gate.place')}</th><th scope="col">{t('blocked.origin')}</th><th scope="col">{t('audit.actor')}</th><th scope="col">{t('audit.source')}</th><th scope="col">{t('blocked.digest')}</th></tr></thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.seq}>
                <td className={css.at}><time dateTime={row.at}>{formatInstant(row.at, language)}</time></td>
                <td><code>{row.rule}</code><span className={css.words}>{t(`rule.${row.rule}` as 'rule.empty', { defaultValue: '' })}</span></td>
                <td className={css.at}>{row.line !== null && row.column !== null ? t('gate.at', { line: row.line, column: row.column }) : '–'}</td>
                <td>{row.jobId ? <Link to="/q/$id" params={{ id: row.jobId }} className={css.link}>{t(`blocked.from.${row.origin}`)}</Link> : t(`blocked.from.${row.origin}`)}</td>
                <td>{row.who.name}{row.who.via === 'token' ? ` (${t('blocked.token')})` : ''}</td>
                <td>{row.dataSourceName ?? '–'}</td>
                <td>{row.textDigest ? <button type="button" className={css.digest} title={row.textDigest} aria-label={t('blocked.showSame', { digest: row.textDigest.slice(0, 12) })} onClick={() => onDigest(row.textDigest ?? '')}>{row.textDigest.slice(0, 12)}</button> : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
