import { IconChecks, IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reviewsQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import css from './review.module.css';

/** Beside the queue when no packet is open: everything is decided, or one is to be chosen. */
export function ReviewNone() {
  const { t } = useTranslation();
  const { data } = useQuery(reviewsQuery);
  const none = data?.items.length === 0;
  return (
    <div className={css.none}>
      <PageTitle title={t('review.title')} className="sr-only" />
      {none ? (
        <Empty icon={<IconChecks size={21} stroke={1.6} />} title={t('review.empty')} />
      ) : data ? (
        <Empty icon={<IconListSearch size={21} stroke={1.6} />} title={t('review.pick')}>{t('review.pickText')}</Empty>
      ) : null}
    </div>
  );
}
