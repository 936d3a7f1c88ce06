import { routes, type JobView } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconPencil, IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { problemSentence } from '../../api/problem';
import { jobQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { LinkButton } from '../../blocks/link-button';
import { StateBadge } from '../../blocks/state-badge';
import { isOver, stateView } from '../../blocks/state-view';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './question.module.css';
import { beganAsSql } from './sql-job';

export function QuestionHead({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const { job, dataSource, can } = view;
  const stop = useMutation({
    mutationFn: () => call(routes.cancelJob, { params: { id: job.id } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey });
      void client.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
  const stopping = stop.isPending || (job.cancelRequestedAt !== null && !isOver(job.state));
  return (
    <header className={css.head}>
      <div className={css.headText}>
        <PageTitle title={job.question} className={css.question} />
        <p className={css.meta}>
          <StateBadge state={job.state} />
          <span>{dataSource.name}</span>
          <span>{job.packId} v{job.packVersion}</span>
          <span>{job.askerName}</span>
          <time dateTime={job.createdAt}>{formatInstant(job.createdAt, language)}</time>
        </p>
        {stop.isError ? <p role="alert" className={css.inlineProblem}>{problemSentence(stop.error, language)}</p> : null}
      </div>
      <div className={css.headActions}>
        {can.cancel && !isOver(job.state) ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} stroke={1.8} />} loading={stopping} onClick={() => stop.mutate()}>
            {t(stateView(job.state).phase === 'waiting' ? 'question.withdraw' : 'question.stop')}
          </Button>
        ) : null}
        {beganAsSql(job) ? <LinkButton to="/sql" search={{ from: job.id }} variant="subtle" leftSection={<IconPencil size={16} stroke={1.8} />}>{t('sqlScreen.edit')}</LinkButton> : <LinkButton to="/ask" search={{ q: job.question, pack: job.packId, source: job.dataSourceId }} variant="subtle" leftSection={<IconPencil size={16} stroke={1.8} />}>{t('question.edit')}</LinkButton>}
      </div>
    </header>
  );
}
