import type { AuditRow } from '@countersign/contracts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import css from './audit.module.css';

/** One line a record; a line opens to everything that was recorded, with its link of the chain. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [open, setOpen] = useState<number | null>(null);
  return (
    <div className={page.list}>
      <table className={css.table}>
        <thead>
          <tr><th scope="col"><span className="sr-only">{t('audit.details')}</span></th><th scope="col">{t('audit.seq')}</th><th scope="col">{t('audit.at')}</th><th scope="col">{t('audit.action')}</th><th scope="col">{t('audit.actor')}</th><th scope="col">{t('audit.subject')}</th><th scope="col">{t('audit.state')}</th></tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const shown = open === row.seq;
            const { entry } = row;
            return (
              <Fragment key={row.seq}>
                <tr data-open={shown || undefined}>
                  <td><button type="button" className={css.toggle} aria-expanded={shown} aria-label={t('audit.open', { seq: row.seq })} onClick={() => setOpen(shown ? null : row.seq)}><IconChevronRight size={16} stroke={2} aria-hidden /></button></td>
                  <td className={css.seq}>{row.seq}</td>
                  <td className={css.at}><time dateTime={entry.at}>{formatInstant(entry.at, language)}</time></td>
                  <td><code className={css.action}>{entry.action}</code></td>
                  <td>{entry.actor.name}</td>
                  <td className={css.subject}>{entry.subject.kind}</td>
                  <td>{entry.state ? <code className={css.action}>{entry.state}</code> : null}</td>
                </tr>
                {shown ? <tr><td /><td colSpan={6}><Details row={row} /></td></tr> : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Details({ row }: { row: AuditRow }) {
  const { t } = useTranslation();
  const { entry } = row;
  return (
    <dl className={css.details}>
      <dt>{t('audit.subject')}</dt>
      <dd>{entry.subject.kind === 'job' ? <Link to="/q/$id" params={{ id: entry.subject.id }} className={css.link}>{entry.subject.id}</Link> : `${entry.subject.kind} ${entry.subject.id}`}</dd>
      <dt>{t('audit.actor')}</dt>
      <dd>{entry.actor.kind} {entry.actor.id}</dd>
      <dt>{t('audit.hash')}</dt>
      <dd><code>{row.hash}</code></dd>
      <dt>{t('audit.details')}</dt>
      <dd><pre className={css.json}>{JSON.stringify(entry.details, null, 2)}</pre></dd>
    </dl>
  );
}
