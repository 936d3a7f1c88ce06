import { routes } from '@countersign/contracts';
import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { problemSentence } from '../../api/problem';
import { useLanguage } from '../../i18n/use-language';
import css from './answer.module.css';

export function Feedback({ jobId }: { jobId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [verdict, setVerdict] = useState<'up' | 'down' | null>(null);
  const [comment, setComment] = useState('');
  const send = useMutation({ mutationFn: (body: { verdict: 'up' | 'down'; comment?: string }) => call(routes.sendFeedback, { params: { id: jobId }, body }) });
  const choose = (chosen: 'up' | 'down') => {
    setVerdict(chosen);
    if (chosen === 'up') send.mutate({ verdict: 'up' });
  };
  const sent = send.isSuccess && send.variables.verdict === verdict;
  return (
    <div className={css.feedback}>
      <div className={css.thumbs}>
        <span>{sent ? t('feedback.thanks') : t('feedback.ask')}</span>
        <ActionIcon variant="subtle" color="gray" aria-label={t('feedback.up')} aria-pressed={verdict === 'up'} className={css.thumb} onClick={() => choose('up')}><IconThumbUp size={17} stroke={1.7} /></ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={t('feedback.down')} aria-pressed={verdict === 'down'} className={css.thumb} onClick={() => choose('down')}><IconThumbDown size={17} stroke={1.7} /></ActionIcon>
      </div>
      {verdict === 'down' && !sent ? (
        <form className={css.feedbackForm} onSubmit={(event) => { event.preventDefault(); send.mutate({ verdict: 'down', comment: comment.trim() || undefined }); }}>
          <Textarea label={t('feedback.what')} autosize minRows={2} maxLength={2000} value={comment} onChange={(event) => setComment(event.currentTarget.value)} autoFocus />
          <Button type="submit" size="xs" loading={send.isPending}>{t('feedback.send')}</Button>
        </form>
      ) : null}
      {send.isError ? <p role="alert" className={css.truncated}>{problemSentence(send.error, language)}</p> : null}
    </div>
  );
}
