import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, problemSentence } from '../api/problem';
import { useLanguage } from '../i18n/use-language';
import css from './blocks.module.css';

/** What failed, whether trying again helps, and the reference to quote. */
export function Problem({ error, onRetry, what }: { error: unknown; onRetry?: () => void; what?: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reference = error instanceof ApiProblem ? error.reference : undefined;
  const retryable = !(error instanceof ApiProblem) || error.retryable;
  return (
    <div role="alert" className={css.problem}>
      <IconAlertTriangle size={20} stroke={1.6} aria-hidden />
      <div>
        <p className={css.problemTitle}>{what ?? t('problem.title')}</p>
        <p>{problemSentence(error, language)}</p>
        {reference ? <p className={css.quiet}>{t('problem.reference', { reference })}</p> : null}
        {onRetry && retryable ? <Button variant="default" size="xs" mt="xs" onClick={onRetry}>{t('problem.retry')}</Button> : null}
      </div>
    </div>
  );
}
