import { JOB_STATES, type JobState } from '@countersign/contracts';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMessageQuestion, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { jobsQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { useMe } from '../../app/use-me';
import { useNow } from '../../blocks/elapsed';
import { Empty } from '../../blocks/empty';
import { LinkButton } from '../../blocks/link-button';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { StateBadge } from '../../blocks/state-badge';
import { formatRelative } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import css from './questions.module.css';

const route = getRouteApi('/in/questions');

export function QuestionsScreen() {
  const { t } = useTranslation();
  const { has } = useMe();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(filter.search ?? '');
  const set = (part: Partial<typeof filter>) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  const search = useDebouncedCallback((text: string) => set({ search: text || undefined }), 250);
  const everyone = filter.scope === 'all';

  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageTitle title={t(everyone ? 'questions.allTitle' : 'nav.questions')} />
        <LinkButton to="/ask" leftSection={<IconMessageQuestion size={16} stroke={1.8} />}>{t('questions.ask')}</LinkButton>
      </header>
      <div className={page.filters}>
        <TextInput className={css.search} aria-label={t('questions.search')} placeholder={t('questions.search')} leftSection={<IconSearch size={16} stroke={1.7} />} value={typed} onChange={(event) => { setTyped(event.currentTarget.value); search(event.currentTarget.value); }} />
        <Select
          aria-label={t('questions.state')} placeholder={t('questions.anyState')} clearable clearButtonProps={{ 'aria-label': t('clear') }} searchable value={filter.state ?? null}
          data={JOB_STATES.map((state) => ({ value: state, label: t(`state.${state}.name`) }))} onChange={(state) => set({ state: (state as JobState | null) ?? undefined })}
        />
        {has('admin', 'auditor') ? <SegmentedControl aria-label={t('questions.whose')} value={filter.scope ?? 'mine'} data={[{ value: 'mine', label: t('questions.mine') }, { value: 'all', label: t('questions.all') }]} onChange={(scope) => set({ scope: scope === 'all' ? 'all' : undefined })} /> : null}
      </div>
      <QuestionList />
    </div>
  );
}

function QuestionList() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow(30_000);
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery({ ...jobsQuery({ ...filter, scope: filter.scope ?? 'mine' }), refetchInterval: 15_000 });
  const jobs = list.data?.pages.flatMap((part) => part.items) ?? [];
  const filtered = filter.state !== undefined || filter.search !== undefined;

  if (list.isError && !list.data) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Pending lines={['90%', '70%', '84%', '62%', '77%']} />;
  if (jobs.length === 0) {
    return (
      <div className={page.list}>
        <Empty
          icon={<IconMessageQuestion size={21} stroke={1.6} />} title={t(filtered ? 'questions.noMatch' : 'questions.none')}
          action={filtered ? <Button variant="default" onClick={() => void navigate({ search: { scope: filter.scope } })}>{t('clearFilters')}</Button> : <LinkButton to="/ask">{t('questions.ask')}</LinkButton>}
        >
          {t(filtered ? 'questions.noMatchText' : 'questions.noneText')}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <ul className={page.list}>
        {jobs.map((job) => (
          <li key={job.id} className={css.item}>
            <Link to="/q/$id" params={{ id: job.id }} className={css.row}>
              <span className={css.text}>{job.question}</span>
              {filter.scope === 'all' ? <span className={css.who}>{job.askerName}</span> : null}
              <StateBadge state={job.state} />
              <time className={css.when} dateTime={job.createdAt}>{formatRelative(job.createdAt, now, language)}</time>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? <div className={page.more}><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('more')}</Button></div> : null}
    </>
  );
}
