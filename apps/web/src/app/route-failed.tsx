import { IconCompass } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../blocks/empty';
import { LinkButton } from '../blocks/link-button';
import { Problem } from '../blocks/problem';
import css from './shell.module.css';

export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <main className={css.narrow}><Problem error={error} onRetry={retry} /></main>;
}

export function RouteNotFound() {
  const { t } = useTranslation();
  return (
    <div className={css.narrow}>
      <Empty icon={<IconCompass size={22} stroke={1.6} />} title={t('notFound.title')} action={<LinkButton to="/ask" variant="default">{t('notFound.action')}</LinkButton>}>
        {t('notFound.text')}
      </Empty>
    </div>
  );
}
