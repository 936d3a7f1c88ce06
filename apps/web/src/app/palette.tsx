import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconDatabase, IconHistory, IconListCheck, IconMessageQuestion, IconPackage, IconScale, IconSearch, IconSettings, IconShieldCheck, IconShieldX, IconTable, IconTerminal2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { jobsQuery } from '../api/queries';
import { useMe } from './use-me';

/** Ctrl/Cmd+K: every screen, one's recent questions, and the typed text as a question. */
export function Palette() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { me, has } = useMe();
  const [query, setQuery] = useState('');
  const recent = useInfiniteQuery({ ...jobsQuery({ scope: 'mine' }, 10), staleTime: 30_000 });
  const size = { size: 18, stroke: 1.6 };
  const go: (SpotlightActionData | false)[] = [
    { id: 'ask', label: t('nav.ask'), leftSection: <IconMessageQuestion {...size} />, onClick: () => void navigate({ to: '/ask' }) },
    has('analyst', 'approver', 'admin') && { id: 'sql', label: t('nav.sql'), leftSection: <IconTerminal2 {...size} />, onClick: () => void navigate({ to: '/sql' }) },
    has('analyst', 'approver', 'admin') && { id: 'schema', label: t('nav.schema'), leftSection: <IconTable {...size} />, onClick: () => void navigate({ to: '/schema' }) },
    { id: 'questions', label: t('nav.questions'), leftSection: <IconHistory {...size} />, onClick: () => void navigate({ to: '/questions' }) },
    has('approver', 'admin', 'auditor') && { id: 'review', label: t('nav.review'), leftSection: <IconListCheck {...size} />, onClick: () => void navigate({ to: '/review' }) },
    (has('admin', 'auditor') || me.keepsPacks) && { id: 'packs', label: t('nav.packs'), leftSection: <IconPackage {...size} />, onClick: () => void navigate({ to: '/packs' }) },
    has('admin') && { id: 'sources', label: t('nav.sources'), leftSection: <IconDatabase {...size} />, onClick: () => void navigate({ to: '/sources' }) },
    has('auditor', 'admin') && { id: 'policies', label: t('policies.title'), leftSection: <IconScale {...size} />, onClick: () => void navigate({ to: '/policies' }) },
    has('auditor', 'admin') && { id: 'audit', label: t('nav.audit'), leftSection: <IconShieldCheck {...size} />, onClick: () => void navigate({ to: '/audit' }) },
    has('auditor', 'admin') && { id: 'blocked', label: t('blocked.title'), leftSection: <IconShieldX {...size} />, onClick: () => void navigate({ to: '/blocked' }) },
    { id: 'settings', label: t('nav.settings'), leftSection: <IconSettings {...size} />, onClick: () => void navigate({ to: '/settings' }) },
  ];
  const jobs = recent.data?.pages.flatMap((page) => page.items) ?? [];
  const questions = jobs.map((job) => ({ id: job.id, label: job.question, description: t(`state.${job.state}.name`), onClick: () => void navigate({ to: '/q/$id', params: { id: job.id } }) }));
  const typed = query.trim();
  const askIt = typed ? [{ id: 'ask-typed', label: t('palette.ask', { question: typed }), keywords: typed, leftSection: <IconMessageQuestion {...size} />, onClick: () => void navigate({ to: '/ask', search: { q: typed } }) }] : [];
  return (
    <Spotlight
      actions={[
        { group: t('palette.screens'), actions: [...go.filter((action) => action !== false), ...askIt] },
        { group: t('palette.questions'), actions: questions },
      ]}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      nothingFound={t('palette.nothing')}
      limit={9}
      scrollable
      lockScroll={false}
      searchProps={{ leftSection: <IconSearch {...size} />, placeholder: t('palette.placeholder'), 'aria-label': t('palette.placeholder') }}
    />
  );
}
