import { routes, type PackEscalation } from '@countersign/contracts';
import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { escalationsQuery } from '../../api/queries';
import { Problem } from '../../blocks/problem';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './sources.module.css';

/** What somebody has to look at about this source: rights that grew, names that packs lost. */
export function SourceAlerts({ alerts }: { alerts: PackEscalation[] }) {
  return <>{alerts.map((alert) => <Alert key={alert.id} alert={alert} />)}</>;
}

function Alert({ alert }: { alert: PackEscalation }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const [reason, setReason] = useState<string | null>(null);
  const act = useMutation({
    mutationFn: (body: { action: 'take' } | { action: 'close'; reason: string }) => call(routes.actOnEscalation, { params: { id: alert.id }, body }),
    onSettled: () => void client.invalidateQueries({ queryKey: escalationsQuery.queryKey }),
  });
  return (
    <section role="alert" className={css.alert} aria-label={t(`sources.alert.${alert.kind}`)}>
      <p className={css.alertTitle}><IconAlertTriangle size={16} stroke={2} aria-hidden /> {t(`sources.alert.${alert.kind}`)}{alert.packId === null ? '' : ` · ${alert.packId}`}</p>
      <p className={css.quiet}>{t('sources.alert.since', { at: formatInstant(alert.openedAt, language), owner: alert.owner?.name ?? t('sources.alert.admins') })}{alert.takenBy ? ` · ${t('sources.alert.taken', { name: alert.takenBy.name })}` : ''}</p>
      <ul>{alert.findings.slice(0, 8).map((finding, at) => <li key={at}>{finding.message}</li>)}</ul>
      {act.isError ? <Problem error={act.error} /> : null}
      <div className={css.actions}>
        {alert.state === 'open' ? <Button size="xs" variant="default" loading={act.isPending} onClick={() => act.mutate({ action: 'take' })}>{t('sources.alert.take')}</Button> : null}
        {reason === null ? <Button size="xs" variant="subtle" onClick={() => setReason('')}>{t('sources.alert.close')}</Button> : (
          <>
            <TextInput size="xs" aria-label={t('sources.alert.reason')} placeholder={t('sources.alert.reason')} value={reason} onChange={(event) => setReason(event.currentTarget.value)} autoFocus />
            <Button size="xs" disabled={reason.trim() === ''} loading={act.isPending} onClick={() => act.mutate({ action: 'close', reason: reason.trim() })}>{t('sources.alert.close')}</Button>
          </>
        )}
      </div>
    </section>
  );
}
