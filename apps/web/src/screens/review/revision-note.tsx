import type { ReviewPacket } from '@countersign/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './review.module.css';

/** Asked anew after changes were requested: why they were, and what is different. */
export function RevisionNote({ revision }: { revision: ReviewPacket['revision'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!revision) return null;
  const { requested, changes } = revision;
  return (
    <section className={css.revision} aria-labelledby="packet-revision">
      <h2 id="packet-revision" className={css.factTitle}>{t('revision.title')}</h2>
      {requested ? (
        <p>
          {requested.by}, <time dateTime={requested.at}>{formatInstant(requested.at, language)}</time>
          {requested.reasonCode ? ` · ${t(`reasonCode.${requested.reasonCode}`)}` : ''}{requested.comment ? ` · “${requested.comment}”` : ''} · <Link to="/q/$id" params={{ id: revision.jobId }}>{t('revision.earlier')}</Link>
        </p>
      ) : null}
      <ul>
        {changes.map(({ what, was, now }) => (
          <li key={what}><strong>{t(`revision.what.${what}`)}</strong>{what === 'sql' ? null : <>: <del>{was || '–'}</del> → <ins>{now || '–'}</ins></>}</li>
        ))}
      </ul>
    </section>
  );
}
