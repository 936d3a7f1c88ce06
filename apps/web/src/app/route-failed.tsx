import { IconCompass } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../blocks/empty';
import { LinkButton } from '../blocks/link-button';
import { Problem } from '../blocks/problem';
import { PageTitle } from './page-title';
import css from './shell.module.css';

export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <div className={css.narrow}><Problem error={error} onRetry={retry} /></div>;
}

/** Where not even the shell could be shown. */
export function ConsoleFailed(props: ErrorComponentProps) {
  return <main><RouteFailed {...props} /></main>;
}

export function RouteNotFound() {
  const { t } = useTranslation();
  return (
    <main className={css.narrow}>
      <PageTitle title={t('notFound.title')} className="sr-only" />
      <Empty icon={<IconCompass size={22} stroke={1.6} />} title={t('notFound.title')} action={<LinkButton to="/ask" variant="default">{t('notFound.action')}</LinkButton>}>
        {t('notFound.text')}
      </Empty>
    </main>
  );
}
