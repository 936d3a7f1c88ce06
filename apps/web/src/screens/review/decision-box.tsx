import { REJECT_REASONS, routes, type Decision, type ReasonCode, type ReviewItem, type ReviewPacket } from '@countersign/contracts';
import { Button, Modal, Radio, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { problemSentence } from '../../api/problem';
import { jobQuery, reviewQuery, reviewsQuery } from '../../api/queries';
import { useLanguage } from '../../i18n/use-language';
import css from './review.module.css';

interface Props {
  kind: Decision['decision'];
  packet: ReviewPacket;
  onClose: () => void;
}
const WORDS = { approve: 'approve', reject: 'reject', 'request-changes': 'changes' } as const;

/** Asks once more. What is sent names the digest and version that were on the screen. */
export function DecisionBox({ kind, packet, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [reason, setReason] = useState<ReasonCode | null>(null);
  const [comment, setComment] = useState('');
  const word = WORDS[kind];
  const decide = useDecision(packet, kind, onClose);
  const missing = kind !== 'approve' && reason === null;
  const confirm = () => {
    if (!missing && !decide.isPending) decide.mutate({ reasonCode: reason ?? undefined, comment: comment.trim() || undefined });
  };

  return (
    <Modal opened onClose={onClose} title={t(`decision.title.${word}`)} size="md" lockScroll={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        className={css.box}
        onSubmit={(event) => { event.preventDefault(); confirm(); }}
        onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); confirm(); } }}
      >
        <p className={css.boxQuestion}>{packet.job.question}</p>
        {kind === 'approve' ? <p className={css.quiet}>{t('decision.signs')} <code>{packet.job.review?.digest.slice(0, 12)}</code></p> : (
          <Radio.Group label={t('decision.reason')} required value={reason} onChange={(value) => setReason(REJECT_REASONS.find((code) => code === value) ?? null)}>
            <div className={css.reasons}>
              {REJECT_REASONS.map((code, at) => <Radio key={code} value={code} label={t(`reasonCode.${code}`)} data-autofocus={at === 0 || undefined} />)}
            </div>
          </Radio.Group>
        )}
        <Textarea label={t('decision.comment')} autosize minRows={2} maxRows={6} maxLength={2000} value={comment} data-autofocus={kind === 'approve' || undefined} onChange={(event) => setComment(event.currentTarget.value)} />
        {decide.isError ? <p role="alert" className={css.boxProblem}>{problemSentence(decide.error, language)}</p> : null}
        <div className={css.boxActions}>
          {missing ? <p id="missing" className={css.quiet}>{t('decision.needsReason')}</p> : <p className={css.quiet}>{t('decision.confirmKey')}</p>}
          <Button variant="default" onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" color={kind === 'reject' ? 'red' : undefined} disabled={missing} aria-describedby={missing ? 'missing' : undefined} loading={decide.isPending}>{t(`decision.confirm.${word}`)}</Button>
        </div>
      </form>
    </Modal>
  );
}

/** Sends the decision and opens the next question that waits; its title takes the focus. */
function useDecision(packet: ReviewPacket, kind: Decision['decision'], onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, version, review, question } = packet.job;
  return useMutation({
    mutationFn: (input: { reasonCode?: ReasonCode; comment?: string }) =>
      call(routes.decide, { params: { id }, body: { decision: kind, digest: review?.digest ?? '', version, ...input } }),
    onSuccess: async () => {
      const items = client.getQueryData(reviewsQuery.queryKey)?.items ?? [];
      const next = nextItem(items, id);
      notifications.show({ message: `${t(`decision.done.${WORDS[kind]}`)}: ${question}`, autoClose: 5000, withCloseButton: false });
      client.setQueryData(reviewsQuery.queryKey, (old) => (old ? { ...old, items: old.items.filter((item) => item.jobId !== id) } : old));
      onDone();
      await (next ? navigate({ to: '/review/$id', params: { id: next.jobId } }) : navigate({ to: '/review' }));
      void client.invalidateQueries({ queryKey: reviewsQuery.queryKey });
      void client.invalidateQueries({ queryKey: jobQuery(id).queryKey });
    },
    onError: () => void client.invalidateQueries({ queryKey: reviewQuery(id).queryKey }),
  });
}

/** The one after this, else the one before; one's own questions are for others. */
function nextItem(items: readonly ReviewItem[], id: string): ReviewItem | undefined {
  const at = items.findIndex((item) => item.jobId === id);
  const rest = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at)).reverse()];
  return rest.find((item) => !item.mine && item.jobId !== id);
}
