import { routes, type DataSource } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconChevronDown, IconDatabase, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { dataSourcesQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import { LinkButton } from '../../blocks/link-button';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import type { Tone } from '../../blocks/state-view';
import { formatCount, formatBytes } from '../../format/number';
import { formatElapsed, formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { AddSource } from './add-source';
import { ProbeReport } from './probe-report';
import css from './sources.module.css';

const route = getRouteApi('/in/sources');
const TONES: Record<DataSource['status'], Tone> = { ready: 'ok', unproven: 'info', refused: 'bad', unreachable: 'bad', disabled: 'calm' };

export function SourcesScreen() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  // A source whose proof is under way changes by itself.
  const sources = useQuery({ ...dataSourcesQuery, refetchInterval: (query) => (query.state.data?.items.some((item) => item.status === 'unproven') ? 2_000 : false) });
  const items = sources.data?.items ?? [];
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('nav.sources')} />
          <p className={page.lead}>{t('sources.lead')}</p>
        </div>
        <div className={css.actions}>
          <LinkButton to="/policies" variant="default">{t('policies.title')}</LinkButton>
          <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setAdding(true)}>{t('sources.add')}</Button>
        </div>
      </header>
      {sources.isError && !sources.data ? <Problem error={sources.error} onRetry={() => void sources.refetch()} /> : sources.isPending ? <Pending lines={['100%', '100%']} /> : items.length === 0 ? (
        <div className={page.list}><Empty icon={<IconDatabase size={21} stroke={1.6} />} title={t('sources.none')} action={<Button onClick={() => setAdding(true)}>{t('sources.add')}</Button>}>{t('sources.noneText')}</Empty></div>
      ) : (
        <ul className={css.list}>{items.map((source) => <Source key={source.id} source={source} />)}</ul>
      )}
      <AddSource opened={adding} onClose={() => setAdding(false)} />
    </div>
  );
}

function Source({ source }: { source: DataSource }) {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = open === source.id;
  const toggle = () => void navigate({ search: { open: shown ? undefined : source.id }, replace: true });
  return (
    <li className={css.source}>
      <button type="button" className={css.sourceHead} aria-expanded={shown} aria-controls={`source-${source.id}`} onClick={toggle}>
        <span className={css.name}>{source.name}</span>
        <span className={css.place}>{source.engine} · {source.username}@{source.host}:{source.port}/{source.database}</span>
        <Badge tone={TONES[source.status]}>{t(`sources.status.${source.status}`)}</Badge>
        <IconChevronDown size={17} stroke={1.8} className={css.chevron} data-open={shown || undefined} aria-hidden />
      </button>
      {shown ? <SourceDetails source={source} /> : null}
    </li>
  );
}

function SourceDetails({ source }: { source: DataSource }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const again = { onSettled: () => void client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey }) };
  const probe = useMutation({ mutationFn: () => call(routes.probeDataSource, { params: { id: source.id } }), ...again });
  const disable = useMutation({ mutationFn: () => call(routes.disableDataSource, { params: { id: source.id } }), ...again });
  const [sure, setSure] = useState(false);
  const failed = probe.error ?? disable.error;
  return (
    <div id={`source-${source.id}`} className={css.details}>
      <dl className={css.facts}>
        <dt>{t('sources.tls')}</dt>
        <dd>{t(`sources.tlsMode.${source.tls}`)}</dd>
        <dt>{t('sources.catalogue')}</dt>
        <dd>{source.catalogue ? t('sources.tables', { count: source.catalogue.tables, at: formatInstant(source.catalogue.at, language) }) : t('sources.noCatalogue')}</dd>
        <dt>{t('sources.caps')}</dt>
        <dd>{t('sources.capsText', { rows: formatCount(source.caps.maxRows, language), bytes: formatBytes(source.caps.maxBytes, language), time: formatElapsed(source.caps.timeoutMs, language) })}</dd>
        <dt>{t('sources.zone')}</dt>
        <dd>{source.zone}</dd>
      </dl>
      <ProbeReport probe={source.probe} />
      {failed ? <Problem error={failed} /> : null}
      <div className={css.actions}>
        <Button variant="default" size="xs" loading={probe.isPending} onClick={() => probe.mutate()}>{t('sources.probe')}</Button>
        {source.status === 'disabled' ? null : sure ? (
          <>
            <span className={page.quiet}>{t('sources.disableText')}</span>
            <Button color="red" size="xs" loading={disable.isPending} onClick={() => disable.mutate()}>{t('sources.disable')}</Button>
            <Button variant="default" size="xs" onClick={() => setSure(false)}>{t('cancel')}</Button>
          </>
        ) : <Button variant="subtle" color="red" size="xs" onClick={() => setSure(true)}>{t('sources.disable')}</Button>}
      </div>
    </div>
  );
}
