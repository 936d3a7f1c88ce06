import { IconListSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import css from './review.module.css';

export function ReviewNone() {
  const { t } = useTranslation();
  return (
    <div className={css.none}>
      <PageTitle title={t('review.title')} className="sr-only" />
      <Empty icon={<IconListSearch size={21} stroke={1.6} />} title={t('review.pick')}>{t('review.pickText')}</Empty>
    </div>
  );
}
