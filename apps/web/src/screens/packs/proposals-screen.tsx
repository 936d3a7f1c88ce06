import { routes, type PackProposal } from '@countersign/contracts';
import { Button, TextInput } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { releasesQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { useMe } from '../../app/use-me';
import { Empty } from '../../blocks/empty';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { proposalsQuery } from './pack-queries';
import css from './packs.module.css';

const TONES = { proposed: 'wait', accepted: 'ok', rejected: 'bad' } as const;

/** What people who were asked back say a word means for all. What waits comes first. */
export function ProposalsScreen() {
  const { t } = useTranslation();
  const proposals = useQuery(proposalsQuery);
  const items = proposals.data?.items ?? [];
  const sorted = [...items.filter(({ state }) => state === 'proposed'), ...items.filter(({ state }) => state !== 'proposed')];
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('packs.proposals.title')} />
          <p className={page.lead}>{t('packs.proposals.lead')}</p>
        </div>
      </header>
      {proposals.isError && !proposals.data ? <Problem error={proposals.error} onRetry={() => void proposals.refetch()} /> : proposals.isPending ? <Pending lines={['100%', '100%']} /> : items.length === 0 ? (
        <div className={page.list}><Empty icon={<IconMessageQuestion size={21} stroke={1.6} />} title={t('packs.proposals.none')}>{t('packs.proposals.noneText')}</Empty></div>
      ) : <ul className={css.packs}>{sorted.map((proposal) => <Proposal key={proposal.id} proposal={proposal} />)}</ul>}
    </div>
  );
}

function Proposal({ proposal }: { proposal: PackProposal }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { me } = useMe();
  const { id, term, label, as, state, question, proposedBy, createdAt, note, reason, reviewedBy, releaseId, packId } = proposal;
  return (
    <li className={css.pack}>
      <div className={css.packHead}>
        <div>
          <h2>{t(`packs.proposals.change.${as}`, { term, label })}</h2>
          <p className={page.quiet}>{packId} · {t('packs.proposals.asked', { name: proposedBy.name, question })} · <time dateTime={createdAt}>{formatInstant(createdAt, language)}</time></p>
          {note ? <p>{note}</p> : null}
          {reviewedBy ? <p className={page.quiet}>{t('packs.proposals.decided', { name: reviewedBy.name })}{reason ? ` · ${reason}` : ''}</p> : null}
          {releaseId ? <Link to="/packs/releases/$id" params={{ id: releaseId }}>{t('packs.proposals.toRelease')}</Link> : null}
        </div>
        <Badge tone={TONES[state]}>{t(`packs.proposals.state.${state}`)}</Badge>
      </div>
      {state !== 'proposed' ? null : proposedBy.id === me.personId ? <p className={page.quiet}>{t('packs.proposals.own')}</p> : <Decision id={id} />}
    </li>
  );
}

function Decision({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [reason, setReason] = useState<string | null>(null);
  const decide = useMutation({
    mutationFn: (body: { decision: 'accept' } | { decision: 'reject'; reason: string }) => call(routes.decideProposal, { params: { id }, body }),
    onSettled: () => Promise.all([proposalsQuery.queryKey, releasesQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (
    <div>
      {decide.isError ? <Problem error={decide.error} /> : null}
      {reason === null ? (
        <>
          <Button size="xs" loading={decide.isPending} onClick={() => decide.mutate({ decision: 'accept' })}>{t('packs.proposals.accept')}</Button>{' '}
          <Button size="xs" variant="default" onClick={() => setReason('')}>{t('packs.proposals.reject')}</Button>
        </>
      ) : (
        <form onSubmit={(event) => { event.preventDefault(); decide.mutate({ decision: 'reject', reason: reason.trim() }); }}>
          <TextInput size="xs" label={t('packs.proposals.why')} value={reason} maxLength={300} autoFocus onChange={(event) => setReason(event.currentTarget.value)} />
          <Button size="xs" mt={6} type="submit" color="red" disabled={reason.trim() === ''} loading={decide.isPending}>{t('packs.proposals.reject')}</Button>{' '}
          <Button size="xs" mt={6} variant="default" onClick={() => setReason(null)}>{t('cancel')}</Button>
        </form>
      )}
    </div>
  );
}
