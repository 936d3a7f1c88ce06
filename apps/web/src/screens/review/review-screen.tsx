import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reviewsQuery } from '../../api/queries';
import { useShortcuts } from '../../app/use-shortcuts';
import { useNow } from '../../blocks/elapsed';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { RiskBadge } from '../../blocks/state-badge';
import { formatCompact } from '../../format/number';
import { formatRelative } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './review.module.css';

/** The queue on the left, one packet on the right. j and k move. */
export function ReviewScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow(20_000);
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const queue = useQuery(reviewsQuery);
  const items = queue.data?.items ?? [];
  const move = (by: 1 | -1) => {
    const at = items.findIndex((item) => item.jobId === id);
    const next = items[at === -1 ? (by === 1 ? 0 : items.length - 1) : at + by];
    if (next) void navigate({ to: '/review/$id', params: { id: next.jobId } });
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });

  return (
    <div className={css.split} data-open={id ? true : undefined}>
      <section className={css.queue} aria-labelledby="queue">
        <h2 id="queue" className={css.queueTitle}>{t('review.queue', { count: items.length })}</h2>
        {queue.isError && !queue.data ? <Problem error={queue.error} onRetry={() => void queue.refetch()} /> : queue.isPending ? <Pending lines={['85%', '60%', '80%', '55%']} /> : items.length === 0 ? (
          <p className={css.queueNone}>{t('review.emptyText')}</p>
        ) : (
          <ul>
            {items.map((item) => (
              <li key={item.jobId}>
                <Link to="/review/$id" params={{ id: item.jobId }} className={css.entry}>
                  <span className={css.entryText}>{item.question}</span>
                  <span className={css.entryMeta}><RiskBadge level={item.risk.level} />{item.warnings > 0 ? <span>{t('review.warnings', { count: item.warnings })}</span> : null}{item.mine ? <span>{t('review.mine')}</span> : null}</span>
                  <span className={css.entryMeta}>
                    <span>{item.askerName} → {item.dataSourceName}</span>
                    {item.estimatedRows === null ? null : <span>{t('review.rows', { rows: formatCompact(item.estimatedRows, language), count: item.estimatedRows })}</span>}
                    <time dateTime={item.requestedAt}>{formatRelative(item.requestedAt, now, language)}</time>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={css.pane}><Outlet /></div>
    </div>
  );
}
