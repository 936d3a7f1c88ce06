import { routes, type JobView } from '@countersign/contracts';
import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { problemSentence } from '../../api/problem';
import { useLanguage } from '../../i18n/use-language';
import { proposalsQuery } from '../packs/pack-queries';
import css from './answer.module.css';

type Meaning = JobView['proposable'][number];

/** What the asker chose when asked back can become what the word means for all: proposed here, decided by another person. */
export function ProposeMeaning({ view }: { view: JobView }) {
  return view.proposable.map((meaning) => <One key={meaning.term} jobId={view.job.id} meaning={meaning} />);
}

function One({ jobId, meaning: { term, label, as } }: { jobId: string; meaning: Meaning }) {
  const { t } = useTranslation();
  const proposals = useQuery(proposalsQuery);
  const [open, setOpen] = useState(false);
  const earlier = proposals.data?.items.find((one) => one.jobId === jobId && one.term === term);
  const outcome = earlier && (earlier.state === 'proposed' ? t('propose.sent') : t(`propose.${earlier.state}`, { reason: earlier.reason ?? '–' }));
  return (
    <div className={css.propose}>
      <p>
        <span>{t('propose.said', { term, label })} {outcome}</span>
        {earlier ? <Link to="/packs/proposals">{t('propose.all')}</Link> : open || !proposals.data ? null : <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>{t('propose.open')}</Button>}
      </p>
      {open && !earlier ? <Form jobId={jobId} term={term} label={label} as={as} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function Form({ jobId, term, label, as, onClose }: { jobId: string; term: string; label: string; as: Meaning['as']; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const name = useId();
  const [chosen, setChosen] = useState(as[0] ?? 'synonym');
  const [note, setNote] = useState('');
  const propose = useMutation({
    mutationFn: () => call(routes.proposeMeaning, { body: { jobId, term, as: chosen, note: note.trim() || undefined } }),
    onSettled: () => client.invalidateQueries({ queryKey: proposalsQuery.queryKey }),
  });
  return (
    <form onSubmit={(event) => { event.preventDefault(); propose.mutate(); }}>
      <Radio.Group name={name} label={t('propose.as', { term })} value={chosen} onChange={(value) => setChosen(as.find((one) => one === value) ?? chosen)}>
        <Stack gap={6} mt={6}>{as.map((one) => <Radio key={one} value={one} label={t(`propose.choice.${one}`, { label })} />)}</Stack>
      </Radio.Group>
      <Textarea label={t('propose.note')} autosize minRows={1} maxLength={500} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <div className={css.proposeEnd}>
        <Button type="submit" size="xs" loading={propose.isPending}>{t('propose.send')}</Button>
        <Button variant="subtle" color="gray" size="xs" onClick={onClose}>{t('propose.cancel')}</Button>
        <span>{t('propose.rule')}</span>
      </div>
      {propose.isError ? <p role="alert" className={css.truncated}>{problemSentence(propose.error, language)}</p> : null}
    </form>
  );
}
