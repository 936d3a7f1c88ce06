import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { jobsQuery } from '../../api/queries';
import { useNow } from '../../blocks/elapsed';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { StateBadge } from '../../blocks/state-badge';
import { formatRelative } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './ask.module.css';

export function RecentQuestions() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow(30_000);
  const recent = useInfiniteQuery(jobsQuery({ scope: 'mine' }, 6));
  const jobs = recent.data?.pages[0]?.items ?? [];
  return (
    <section className={css.recent} aria-labelledby="recent">
      <div className={css.recentHead}>
        <h2 id="recent" className={css.label}>{t('ask.recent')}</h2>
        {jobs.length > 0 ? <Link to="/questions" className={css.all}>{t('ask.all')}</Link> : null}
      </div>
      {recent.isError ? <Problem error={recent.error} onRetry={() => void recent.refetch()} /> : recent.isPending ? <Pending lines={['80%', '65%', '72%']} /> : jobs.length === 0 ? (
        <p className={css.none}>{t('ask.noRecent')}</p>
      ) : (
        <ul>
          {jobs.map((job) => (
            <li key={job.id}>
              <Link to="/q/$id" params={{ id: job.id }} className={css.row}>
                <span className={css.rowText}>{job.question}</span>
                <StateBadge state={job.state} />
                <time className={css.when} dateTime={job.createdAt}>{formatRelative(job.createdAt, now, language)}</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
