import { AUDIT_ACTIONS, routes, type AuditAction, type AuditRow } from '@countersign/contracts';
import { Button, Menu, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeUrl } from '../../api/client';
import { auditQuery, dataSourcesQuery, peopleQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import { LinkButton } from '../../blocks/link-button';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import { formatCount } from '../../format/number';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { auditFilter } from './audit-filter';
import { AuditTable } from './audit-table';
import css from './audit.module.css';

const route = getRouteApi('/in/audit');
type Verified = { intact: boolean; records: number; upToSeq: number; at: string };

export function AuditScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = auditFilter(search);
  const records = useInfiniteQuery(auditQuery(filter));
  const rows: AuditRow[] = records.data?.pages.flatMap((part) => part.items) ?? [];
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('nav.audit')} />
          <ChainState verified={records.data?.pages[0]?.verified} />
        </div>
        <LinkButton to="/blocked" variant="subtle">{t('blocked.title')}</LinkButton>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target><Button variant="default" leftSection={<IconDownload size={16} stroke={1.8} />}>{t('audit.export')}</Button></Menu.Target>
          <Menu.Dropdown>
            {(['jsonl', 'csv'] as const).map((format) => <Menu.Item key={format} component="a" href={routeUrl(routes.exportAudit.path, {}, { ...filter, format })} download>{t(`audit.as.${format}`)}</Menu.Item>)}
            <Menu.Divider />
            <p className={css.exportNote}>{t('audit.exportNote')}</p>
          </Menu.Dropdown>
        </Menu>
      </header>
      <FilterBar key={Object.keys(search).length === 0 ? 'none' : 'some'} />
      {records.isError && !records.data ? <Problem error={records.error} onRetry={() => void records.refetch()} /> : records.isPending ? <Pending lines={['100%', '100%', '100%', '100%', '100%']} /> : rows.length === 0 ? (
        <div className={page.list}>
          <Empty icon={<IconShieldCheck size={21} stroke={1.6} />} title={t('audit.none')} action={<Button variant="default" onClick={() => void navigate({ search: {} })}>{t('clearFilters')}</Button>}>{t('audit.noneText')}</Empty>
        </div>
      ) : <AuditTable rows={rows} />}
      {records.hasNextPage ? <div className={page.more}><Button variant="default" loading={records.isFetchingNextPage} onClick={() => void records.fetchNextPage()}>{t('more')}</Button></div> : null}
    </div>
  );
}

function ChainState({ verified }: { verified: Verified | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!verified) return null;
  const params = { records: formatCount(verified.records, language), seq: formatCount(verified.upToSeq, language), at: formatInstant(verified.at, language) };
  return (
    <p className={css.chain}>
      <Badge tone={verified.intact ? 'ok' : 'bad'} icon={verified.intact ? IconShieldCheck : IconShieldX}>{t(verified.intact ? 'audit.intact' : 'audit.broken')}</Badge>
      <span>{t('audit.verified', params)}</span>
    </p>
  );
}

function FilterBar() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [subject, setSubject] = useState(search.subject ?? '');
  const sources = useQuery(dataSourcesQuery);
  const people = useQuery(peopleQuery);
  const set = (part: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  const setSubjectSoon = useDebouncedCallback((text: string) => set({ subject: text.trim() || undefined }), 300);
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('clear') } };
  return (
    <div className={page.filters}>
      <TextInput className={css.day} label={t('audit.from')} type="date" value={search.from ?? ''} onChange={(event) => set({ from: event.currentTarget.value || undefined })} />
      <TextInput className={css.day} label={t('audit.to')} type="date" value={search.to ?? ''} onChange={(event) => set({ to: event.currentTarget.value || undefined })} />
      <Select label={t('audit.action')} placeholder={t('audit.any')} searchable {...clear} className={css.wide} value={search.action ?? null} data={AUDIT_ACTIONS.map((action) => ({ value: action, label: action }))} onChange={(action) => set({ action: (action as AuditAction | null) ?? undefined })} />
      <Select className={css.mid} label={t('audit.actor')} placeholder={t('audit.any')} searchable {...clear} value={search.actor ?? null} data={people.data?.items.map((person) => ({ value: person.id, label: person.name })) ?? []} onChange={(actor) => set({ actor: actor ?? undefined })} />
      <Select className={css.mid} label={t('audit.source')} placeholder={t('audit.any')} {...clear} value={search.source ?? null} data={sources.data?.items.map((source) => ({ value: source.id, label: source.name })) ?? []} onChange={(source) => set({ source: source ?? undefined })} />
      <TextInput className={css.mid} label={t('audit.subject')} placeholder={t('audit.subjectHint')} value={subject} onChange={(event) => { setSubject(event.currentTarget.value); setSubjectSoon(event.currentTarget.value); }} />
    </div>
  );
}
