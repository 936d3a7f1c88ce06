import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconTable } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataSourcesQuery, schemaQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import css from './schema.module.css';
import { SchemaTableCard } from './schema-table';

const route = getRouteApi('/in/schema');

/** What one may ask about: tables and columns within one's grants, by name or found by a question. */
export function SchemaScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sources = useQuery(dataSourcesQuery);
  const [typed, setTyped] = useState(search.q ?? '');
  const set = (part: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  const look = useDebouncedCallback((text: string) => set({ q: text.trim() || undefined, table: undefined }), 300);
  const open = sources.data?.items.filter(({ status }) => status !== 'disabled') ?? [];
  const source = open.find(({ id }) => id === search.source) ?? open[0];
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('nav.schema')} />
          <p className={page.lead}>{t('schema.lead')}</p>
        </div>
      </header>
      <div className={page.filters}>
        <TextInput className={css.search} aria-label={t('schema.search')} placeholder={t('schema.search')} leftSection={<IconSearch size={16} stroke={1.7} />} value={typed} onChange={(event) => { setTyped(event.currentTarget.value); look(event.currentTarget.value); }} />
        {open.length > 1 ? <Select aria-label={t('audit.source')} value={source?.id ?? null} data={open.map(({ id, name }) => ({ value: id, label: name }))} allowDeselect={false} onChange={(id) => set({ source: id ?? undefined, table: undefined })} /> : null}
      </div>
      {sources.isError && !sources.data ? <Problem error={sources.error} onRetry={() => void sources.refetch()} /> : sources.isPending ? <Pending lines={['100%', '100%', '100%']} />
        : source ? <Tables key={source.id} dataSourceId={source.id} q={search.q} onClear={() => { setTyped(''); set({ q: undefined }); }} />
          : <div className={page.list}><Empty icon={<IconTable size={21} stroke={1.6} />} title={t('schema.noSource')}>{t('schema.noSourceText')}</Empty></div>}
    </div>
  );
}

function Tables({ dataSourceId, q, onClear }: { dataSourceId: string; q: string | undefined; onClear: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { table: shown } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(schemaQuery({ dataSourceId, q }));
  const first = list.data?.pages[0];
  const tables = list.data?.pages.flatMap((part) => part.items) ?? [];
  if (list.isError && !list.data) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Pending lines={['100%', '100%', '100%', '100%']} />;
  if (tables.length === 0) {
    return (
      <div className={page.list}>
        {q ? <Empty icon={<IconTable size={21} stroke={1.6} />} title={t('schema.noMatch')} action={<Button variant="default" onClick={onClear}>{t('clearFilters')}</Button>}>{t('schema.noMatchText')}</Empty>
          : <Empty icon={<IconTable size={21} stroke={1.6} />} title={t('schema.none')}>{t('schema.noneText')}</Empty>}
      </div>
    );
  }
  return (
    <>
      <p className={css.count}>{q ? t('schema.found', { count: tables.length }) : t('schema.total', { count: first?.total ?? 0 })}{first?.readAt ? ` · ${t('schema.readAt', { at: formatInstant(first.readAt, language) })}` : ''}</p>
      <ul className={css.tables}>
        {tables.map((table) => {
          const name = `${table.schema}.${table.name}`;
          // The best one is open: whoever searched wants to see its columns.
          const isShown = shown === undefined ? q !== undefined && table === tables[0] : shown === name;
          return <SchemaTableCard key={name} table={table} shown={isShown} onToggle={() => void navigate({ search: (old) => ({ ...old, table: isShown ? 'none' : name }), replace: true })} />;
        })}
      </ul>
      {list.hasNextPage ? <div className={page.more}><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('more')}</Button></div> : null}
    </>
  );
}
