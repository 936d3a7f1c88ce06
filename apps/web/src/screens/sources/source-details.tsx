import { routes, type DataSource, type PackEscalation } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { dataSourcesQuery } from '../../api/queries';
import { Problem } from '../../blocks/problem';
import { formatBytes, formatCompact, formatCount } from '../../format/number';
import { formatElapsed, formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { DriftList } from './drift-list';
import { EditSource, RotateCredential } from './edit-source';
import { ProbeReport } from './probe-report';
import { SourceAlerts } from './source-alerts';
import css from './sources.module.css';

interface Props {
  source: DataSource;
  alerts: PackEscalation[];
  /** A look was asked for and has not come back. */
  looking: boolean;
  onLook: () => void;
}

export function SourceDetails({ source, alerts, looking, onLook }: Props) {
  return (
    <div id={`source-${source.id}`} className={css.details}>
      <SourceAlerts alerts={alerts} />
      <Facts source={source} />
      <ProbeReport probe={source.probe} pending={looking || source.status === 'unproven'} />
      <DriftList key={source.catalogue?.fingerprint} sourceId={source.id} />
      <Actions source={source} onLook={onLook} />
    </div>
  );
}

function Facts({ source: { tls, connection, catalogue, caps, zone } }: { source: DataSource }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const certificates = [connection?.ca && t('sources.ca'), connection?.clientCertificate && t('sources.clientCertificate')].filter(Boolean);
  const cap = (value: number | null) => (value === null ? t('cost.noCap') : formatCompact(value, language));
  return (
    <dl className={css.facts}>
      <dt>{t('sources.tls')}</dt>
      <dd>{[t(`sources.tlsMode.${tls}`), ...certificates].join(' · ')}</dd>
      {connection?.schema === undefined ? null : <><dt>{t('sources.schema')}</dt><dd>{connection.schema}</dd></>}
      <dt>{t('sources.catalogue')}</dt>
      <dd>{catalogue ? t('sources.tables', { count: catalogue.tables, at: formatInstant(catalogue.at, language) }) : t('sources.noCatalogue')}</dd>
      <dt>{t('sources.caps')}</dt>
      <dd>{t('sources.capsText', { rows: formatCount(caps.maxRows, language), bytes: formatBytes(caps.maxBytes, language), time: formatElapsed(caps.timeoutMs, language) })} · {t('sources.estimateCaps', { cost: cap(caps.maxCost), rows: cap(caps.maxEstimatedRows) })}</dd>
      <dt>{t('sources.zone')}</dt>
      <dd>{zone}</dd>
    </dl>
  );
}

function Actions({ source, onLook }: Pick<Props, 'source' | 'onLook'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'disable' | null>(null);
  const again = { onSettled: () => void client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey }) };
  const params = { params: { id: source.id } };
  const probe = useMutation({ mutationFn: () => call(routes.probeDataSource, params), onSuccess: onLook, ...again });
  const disable = useMutation({ mutationFn: () => call(routes.disableDataSource, params), onSuccess: () => setOpen(null), ...again });
  const enable = useMutation({ mutationFn: () => call(routes.enableDataSource, params), ...again });
  const failed = probe.error ?? disable.error ?? enable.error;
  const close = () => setOpen(null);
  return (
    <>
      {failed ? <Problem error={failed} /> : null}
      <div className={css.actions}>
        {source.status === 'disabled'
          ? <Button variant="default" size="xs" loading={enable.isPending} onClick={() => enable.mutate()}>{t('sources.enable')}</Button>
          : <Button variant="default" size="xs" loading={probe.isPending} onClick={() => probe.mutate()}>{t('sources.probe')}</Button>}
        <Button variant="default" size="xs" onClick={() => setOpen('edit')}>{t('sources.edit')}</Button>
        <Button variant="default" size="xs" onClick={() => setOpen('rotate')}>{t('sources.rotate')}</Button>
        {source.status === 'disabled' ? null : open === 'disable' ? (
          <>
            <span className={page.quiet}>{t('sources.disableText')}</span>
            <Button color="red" size="xs" loading={disable.isPending} onClick={() => disable.mutate()}>{t('sources.disable')}</Button>
            <Button variant="default" size="xs" onClick={close}>{t('cancel')}</Button>
          </>
        ) : <Button variant="subtle" color="red" size="xs" onClick={() => setOpen('disable')}>{t('sources.disable')}</Button>}
      </div>
      {open === 'edit' ? <EditSource source={source} onClose={close} /> : open === 'rotate' ? <RotateCredential source={source} onClose={close} /> : null}
    </>
  );
}
