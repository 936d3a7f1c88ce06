import { BLOCKED_ORIGINS } from '@countersign/contracts';
import { Button, Select, TextInput } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { blockedQuery, dataSourcesQuery, peopleQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import { LinkButton } from '../../blocks/link-button';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import en from '../../i18n/en.json';
import audit from '../audit/audit.module.css';
import { dayStart } from '../audit/audit-filter';
import page from '../page.module.css';
import { BlockedTable } from './blocked-table';

const route = getRouteApi('/in/blocked');

/** What the gate let not through: who, where, by which rule. The texts are kept nowhere. */
export function BlockedScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { from, to, person, source, rule, origin, digest } = search;
  const list = useInfiniteQuery(blockedQuery({ from: dayStart(from, 0), to: dayStart(to, 1), personId: person, dataSourceId: source, rule, origin, textDigest: digest }));
  const rows = list.data?.pages.flatMap((part) => part.items) ?? [];
  const filtered = Object.values(search).some((value) => value !== undefined);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('blocked.title')} />
          <p className={page.lead}>{t('blocked.lead')}</p>
        </div>
        <LinkButton to="/audit" variant="default">{t('nav.audit')}</LinkButton>
      </header>
      <Filters />
      {list.isError && !list.data ? <Problem error={list.error} onRetry={() => void list.refetch()} /> : list.isPending ? <Pending lines={['100%', '100%', '100%', '100%']} /> : rows.length === 0 ? (
        <div className={page.list}>
          {filtered
            ? <Empty icon={<IconShieldCheck size={21} stroke={1.6} />} title={t('blocked.noMatch')} action={<Button variant="default" onClick={() => void navigate({ search: {} })}>{t('clearFilters')}</Button>}>{t('audit.noneText')}</Empty>
            : <Empty icon={<IconShieldCheck size={21} stroke={1.6} />} title={t('blocked.none')}>{t('blocked.noneText')}</Empty>}
        </div>
      ) : <BlockedTable rows={rows} onDigest={(textDigest) => void navigate({ search: (old) => ({ ...old, digest: textDigest }) })} />}
      {list.hasNextPage ? <div className={page.more}><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('more')}</Button></div> : null}
    </div>
  );
}

function Filters() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sources = useQuery(dataSourcesQuery);
  const people = useQuery(peopleQuery);
  const set = (part: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('clear') }, placeholder: t('audit.any') };
  return (
    <div className={page.filters}>
      <TextInput className={audit.day} label={t('audit.from')} type="date" value={search.from ?? ''} onChange={(event) => set({ from: event.currentTarget.value || undefined })} />
      <TextInput className={audit.day} label={t('audit.to')} type="date" value={search.to ?? ''} onChange={(event) => set({ to: event.currentTarget.value || undefined })} />
      <Select className={audit.wide} label={t('gate.rule')} searchable {...clear} value={search.rule ?? null} data={Object.keys(en.rule)} onChange={(rule) => set({ rule: rule ?? undefined })} />
      <Select className={audit.mid} label={t('blocked.origin')} {...clear} value={search.origin ?? null} data={BLOCKED_ORIGINS.map((origin) => ({ value: origin, label: t(`blocked.from.${origin}`) }))} onChange={(origin) => set({ origin: BLOCKED_ORIGINS.find((known) => known === origin) })} />
      <Select className={audit.mid} label={t('audit.actor')} searchable {...clear} value={search.person ?? null} data={people.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []} onChange={(person) => set({ person: person ?? undefined })} />
      <Select className={audit.mid} label={t('audit.source')} {...clear} value={search.source ?? null} data={sources.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []} onChange={(source) => set({ source: source ?? undefined })} />
      {search.digest ? <Button variant="default" onClick={() => set({ digest: undefined })}>{t('blocked.sameText')} ✕</Button> : null}
    </div>
  );
}
