import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { exportsQuery } from '../../api/queries';
import { Card } from '../../blocks/card';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './question.module.css';

/** What was taken away, by whom, and the hash of each file. */
export function ExportsList({ jobId }: { jobId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const items = useQuery(exportsQuery(jobId)).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={t('export.list')}>
      <dl className={css.facts}>
        {items.map(({ id, format, state, by, startedAt, manifest }) => (
          <Fragment key={id}>
            <dt>{t(`export.format.${format}`)}</dt>
            <dd>{t(`export.state.${state}`)} · {by.name} · {formatInstant(startedAt, language)}{manifest ? <> <code className={css.hash}>{manifest.sha256}</code></> : null}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}
