import type { DataSource, PackEscalation } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconDatabase, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataSourcesQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { useNow } from '../../blocks/elapsed';
import { Empty } from '../../blocks/empty';
import { LinkButton } from '../../blocks/link-button';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import type { Tone } from '../../blocks/state-view';
import { formatRelative } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { escalationsQuery } from '../packs/pack-queries';
import { AddSource } from './add-source';
import { ENGINE_FIELDS } from './engine-fields';
import { SourceDetails } from './source-details';
import css from './sources.module.css';

const route = getRouteApi('/in/sources');
const TONES: Record<DataSource['status'], Tone> = { ready: 'ok', unproven: 'info', refused: 'bad', unreachable: 'bad', disabled: 'calm' };

/** The proof that stood when a new one was asked for, by source. */
type Asked = Record<string, string | null>;

export function SourcesScreen() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked>({});
  // A source that is being looked at changes by itself.
  const sources = useQuery({ ...dataSourcesQuery, refetchInterval: (query) => (query.state.data?.items.some((item) => item.status === 'unproven' || isLooking(item, asked)) ? 2_000 : 60_000) });
  const escalations = useQuery({ ...escalationsQuery, refetchInterval: 60_000 });
  const items = sources.data?.items ?? [];
  const alertsOf = ({ id }: DataSource) => (escalations.data?.items ?? []).filter(({ dataSourceId, state }) => dataSourceId === id && state !== 'closed');
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
        <ul className={css.list}>
          {items.map((source) => <Source key={source.id} source={source} alerts={alertsOf(source)} looking={isLooking(source, asked)} onLook={() => setAsked({ ...asked, [source.id]: source.probe?.at ?? null })} />)}
        </ul>
      )}
      <AddSource opened={adding} onClose={() => setAdding(false)} />
    </div>
  );
}

const isLooking = ({ id, probe }: DataSource, asked: Asked): boolean => id in asked && asked[id] === (probe?.at ?? null);

function Source({ source, alerts, looking, onLook }: { source: DataSource; alerts: PackEscalation[]; looking: boolean; onLook: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow(30_000);
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = open === source.id;
  const toggle = () => void navigate({ search: { open: shown ? undefined : source.id }, replace: true });
  return (
    <li className={css.source}>
      <button type="button" className={css.sourceHead} aria-expanded={shown} aria-controls={`source-${source.id}`} onClick={toggle}>
        <span className={css.name}>{source.name}</span>
        <span className={css.place}>{ENGINE_FIELDS[source.engine].name} · {source.username}@{source.host}:{source.port}/{source.database}</span>
        {alerts.length > 0 ? <IconAlertTriangle size={17} stroke={2} className={css.bad} aria-label={t('sources.alerts', { count: alerts.length })} /> : null}
        <span className={css.quiet}>{source.probe ? t('sources.provedAt', { when: formatRelative(source.probe.at, now, language) }) : ''}</span>
        <Badge tone={TONES[source.status]}>{t(`sources.status.${source.status}`)}</Badge>
        <IconChevronDown size={17} stroke={1.8} className={css.chevron} data-open={shown || undefined} aria-hidden />
      </button>
      {shown ? <SourceDetails source={source} alerts={alerts} looking={looking} onLook={onLook} /> : null}
    </li>
  );
}
