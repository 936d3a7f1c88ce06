import { routes, type GateReport, type ReviewPacket, type SqlChange } from '@countersign/contracts';
import { Button, Modal, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { problemSentence } from '../../api/problem';
import { reviewQuery, reviewsQuery } from '../../api/queries';
import { GateVerdict } from '../../blocks/gate-verdict';
import { SqlChanges } from '../../blocks/sql-changes';
import { SqlEditor } from '../../blocks/sql-editor/sql-editor';
import { layOutSql } from '../../blocks/sql-tokens';
import { useLanguage } from '../../i18n/use-language';
import css from './review.module.css';

interface Looked {
  sql: string;
  report: GateReport;
  changes: SqlChange[];
}

/** An approver changes the SQL: looked at first, by the asker's rights; then a new revision that another person approves. */
export function EditBox({ packet, onClose, onEdited }: { packet: ReviewPacket; onClose: () => void; onEdited: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { job } = packet;
  const [sql, setSql] = useState(() => (job.gateReport?.verdict === 'accept' ? layOutSql(job.gateReport.sql) : ''));
  const [comment, setComment] = useState('');
  const { look, save } = useEdit(packet, () => { onEdited(); onClose(); });
  const seen = look.data?.sql === sql ? look.data : undefined;
  const at = seen?.report.verdict === 'reject' ? seen.report.at : undefined;
  const good = seen?.report.verdict === 'accept';
  const failed = look.error ?? save.error;
  return (
    <Modal opened onClose={onClose} title={t('edit.title')} size={860} lockScroll={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={css.edit}>
        <p className={css.quiet}>{t('edit.lead')}</p>
        <SqlEditor value={sql} onChange={setSql} onSubmit={() => look.mutate(sql)} label={t('edit.editor')} at={at} rows={12} autoFocus />
        <div aria-live="polite">
          {seen ? seen.report.verdict === 'reject' ? <GateVerdict report={seen.report} /> : <section aria-label={t('edit.changes')}><h3 className={css.factTitle}>{t('edit.changes')}</h3><SqlChanges changes={seen.changes} /></section> : null}
        </div>
        {good ? <Textarea label={t('edit.comment')} autosize minRows={1} maxRows={4} maxLength={2000} value={comment} onChange={(event) => setComment(event.currentTarget.value)} /> : null}
        {failed ? <p role="alert" className={css.boxProblem}>{problemSentence(failed, language)}</p> : null}
        <div className={css.boxActions}>
          <p className={css.quiet}>{t(good ? 'edit.then' : 'edit.first')}</p>
          <Button variant="default" onClick={onClose}>{t('cancel')}</Button>
          <Button variant={good ? 'default' : 'filled'} loading={look.isPending} disabled={!sql.trim()} onClick={() => look.mutate(sql)}>{t('edit.look')}</Button>
          {good ? <Button loading={save.isPending} onClick={() => save.mutate({ sql, comment })}>{t('edit.save')}</Button> : null}
        </div>
      </div>
    </Modal>
  );
}

function useEdit({ job }: ReviewPacket, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, version, review } = job;
  const send = (sql: string, more: { preview?: boolean; comment?: string }) => call(routes.editReview, { params: { id }, body: { sql, digest: review?.digest ?? '', version, ...more } });
  const look = useMutation({ mutationFn: async (sql: string): Promise<Looked> => ({ sql, ...(await send(sql, { preview: true })) }) });
  const save = useMutation({
    mutationFn: ({ sql, comment }: { sql: string; comment: string }) => send(sql, { comment: comment.trim() || undefined }),
    onSuccess: ({ edited }) => {
      if (!edited) return;
      notifications.show({ message: t('edit.done'), autoClose: 5000, withCloseButton: false });
      void client.invalidateQueries({ queryKey: reviewsQuery.queryKey });
      void client.invalidateQueries({ queryKey: reviewQuery(id).queryKey });
      onDone();
    },
  });
  return { look, save };
}
