import { routes, type PackEscalation } from '@countersign/contracts';
import { probeText } from '@countersign/pack';
import { Button, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { PageTitle } from '../../app/page-title';
import { useMe } from '../../app/use-me';
import { Empty } from '../../blocks/empty';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { escalationsQuery } from './pack-queries';
import css from './packs.module.css';

const TONES = { open: 'bad', taken: 'wait', closed: 'ok' } as const;
const MOST = 20;

/** What keepers of packs have to look at: proofs that no longer hold, descriptions that went bad. */
export function EscalationsScreen() {
  const { t } = useTranslation();
  const escalations = useQuery(escalationsQuery);
  const items = escalations.data?.items ?? [];
  const sorted = [...items.filter(({ state }) => state !== 'closed'), ...items.filter(({ state }) => state === 'closed')];
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('packs.escalations.title')} />
          <p className={page.lead}>{t('packs.escalations.lead')}</p>
        </div>
      </header>
      {escalations.isError && !escalations.data ? <Problem error={escalations.error} onRetry={() => void escalations.refetch()} /> : escalations.isPending ? <Pending lines={['100%', '100%']} /> : items.length === 0 ? (
        <div className={page.list}><Empty icon={<IconCircleCheck size={21} stroke={1.6} />} title={t('packs.escalations.none')}>{t('packs.escalations.noneText')}</Empty></div>
      ) : <ul className={css.packs}>{sorted.map((escalation) => <Escalation key={escalation.id} escalation={escalation} />)}</ul>}
    </div>
  );
}

function Escalation({ escalation }: { escalation: PackEscalation }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { me, has } = useMe();
  const { id, packId, kind, state, owner, takenBy, openedAt, lastAt, findings, closedBy, reason, releaseId, dataSourceId } = escalation;
  const open = state !== 'closed';
  return (
    <li className={css.pack}>
      <div className={css.packHead}>
        <div>
          <h2>{[t(`packs.escalations.kind.${kind}`), packId].filter((part) => part !== null).join(' · ')}</h2>
          <p className={page.quiet}>
            {t('packs.escalations.owner', { name: owner?.name ?? t('packs.escalations.admins') })}{takenBy ? ` · ${t('packs.escalations.takenBy', { name: takenBy.name })}` : ''} · <time dateTime={openedAt}>{formatInstant(openedAt, language)}</time> – <time dateTime={lastAt}>{formatInstant(lastAt, language)}</time>
          </p>
          {open ? null : <p className={page.quiet}>{[closedBy, reason].filter((part) => part !== null).join(' · ')}</p>}
          {releaseId === null ? <Link to="/sources" search={{ open: dataSourceId ?? undefined }}>{t('packs.escalations.toSource')}</Link> : <Link to="/packs/releases/$id" params={{ id: releaseId }}>{t('packs.escalations.toRelease')}</Link>}
        </div>
        <Badge tone={TONES[state]}>{t(`packs.escalations.state.${state}`)}</Badge>
      </div>
      <ul className={css.proofFailed}>{findings.slice(0, MOST).map((finding, i) => <li key={i}>{probeText(finding, language)}</li>)}</ul>
      {open && (has('admin') || me.keepsPacks) ? <Deed id={id} taken={state === 'taken'} /> : null}
    </li>
  );
}

function Deed({ id, taken }: { id: string; taken: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [reason, setReason] = useState<string | null>(null);
  const act = useMutation({
    mutationFn: (body: { action: 'take' } | { action: 'close'; reason: string }) => call(routes.actOnEscalation, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: escalationsQuery.queryKey }),
  });
  return (
    <div>
      {act.isError ? <Problem error={act.error} /> : null}
      {reason === null ? (
        <>
          {taken ? null : <Button size="xs" loading={act.isPending} onClick={() => act.mutate({ action: 'take' })}>{t('packs.escalations.take')}</Button>}{' '}
          <Button size="xs" variant="default" onClick={() => setReason('')}>{t('packs.escalations.close')}</Button>
        </>
      ) : (
        <form onSubmit={(event) => { event.preventDefault(); act.mutate({ action: 'close', reason: reason.trim() }); }}>
          <TextInput size="xs" label={t('packs.proposals.why')} value={reason} maxLength={300} autoFocus onChange={(event) => setReason(event.currentTarget.value)} />
          <Button size="xs" mt={6} type="submit" disabled={reason.trim() === ''} loading={act.isPending}>{t('packs.escalations.close')}</Button>{' '}
          <Button size="xs" mt={6} variant="default" onClick={() => setReason(null)}>{t('cancel')}</Button>
        </form>
      )}
    </div>
  );
}
