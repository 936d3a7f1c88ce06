import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { jobQuery } from '../../api/queries';
import { useLiveJob } from '../../api/use-live-job';
import { useAnnounce } from '../../blocks/announce';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { isOver, stateView } from '../../blocks/state-view';
import { AnswerTab } from './answer-tab';
import { EvidenceTab } from './evidence-tab';
import { HistoryTab } from './history-tab';
import { QuestionHead } from './question-head';
import css from './question.module.css';
import { SqlTab } from './sql-tab';
import { StageTimeline } from './stage-timeline';

const route = getRouteApi('/in/q/$id');
const TABS = ['answer', 'sql', 'evidence', 'history'] as const;

export function QuestionScreen() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { tab = 'answer' } = route.useSearch();
  const navigate = route.useNavigate();
  // Events tell at once; the slow reading is for a stream that is open and silent.
  const query = useQuery({ ...jobQuery(id), refetchInterval: (state) => (state.state.data && isOver(state.state.data.job.state) ? false : 15_000) });
  const view = query.data;
  const live = useLiveJob(id, !view || !isOver(view.job.state));
  useStageAnnouncements(view?.job.state);

  if (query.isError && !view) return <div className={css.page}><Problem error={query.error} onRetry={() => void query.refetch()} /></div>;
  if (!view) return <div className={css.page}><Pending lines={['55%', '30%', '100%', '100%', '80%']} /></div>;

  return (
    <div className={css.page}>
      <QuestionHead view={view} />
      {query.isError ? <Problem error={query.error} what={t('question.oldView')} onRetry={() => void query.refetch()} /> : null}
      <div className={css.columns}>
        <Tabs value={tab} keepMounted={false} onChange={(value) => void navigate({ search: (old) => ({ ...old, tab: TABS.find((name) => name === value) }), replace: true })}>
          <Tabs.List className={css.tabs}>
            {TABS.map((name) => <Tabs.Tab key={name} value={name}>{t(`question.tab.${name}`)}</Tabs.Tab>)}
          </Tabs.List>
          <Tabs.Panel value="answer"><AnswerTab view={view} /></Tabs.Panel>
          <Tabs.Panel value="sql"><SqlTab view={view} /></Tabs.Panel>
          <Tabs.Panel value="evidence"><EvidenceTab view={view} /></Tabs.Panel>
          <Tabs.Panel value="history"><HistoryTab view={view} /></Tabs.Panel>
        </Tabs>
        <StageTimeline view={view} polling={live === 'polling'} />
      </div>
    </div>
  );
}

/** Each change of state is said once: politely on the way, at once when it failed. */
function useStageAnnouncements(state: Parameters<typeof stateView>[0] | undefined): void {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const last = useRef(state);
  useEffect(() => {
    if (state && last.current && last.current !== state) announce(t(`state.${state}.title`), stateView(state).tone === 'bad' ? 'assertive' : 'polite');
    last.current = state;
  }, [state, announce, t]);
}
