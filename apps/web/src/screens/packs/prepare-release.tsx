import { routes } from '@countersign/contracts';
import { Button, Modal, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { releasesQuery } from '../../api/queries';
import { Problem } from '../../blocks/problem';
import css from './editor.module.css';
import { draftsQuery } from './pack-queries';

/** Makes a release of the draft, with why; the server reads, tests and compares it, then the data is asked. */
export function PrepareRelease({ draftId, errors, opened, onClose, flush }: { draftId: string; errors: number; opened: boolean; onClose: () => void; flush: () => Promise<number | undefined> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [note, setNote] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const make = useMutation({
    mutationFn: async (version: number) => {
      const release = await call(routes.releaseDraft, { params: { id: draftId }, body: { version, note: note.trim() }, idempotencyKey: key });
      // What can't be proved says why on its own page.
      if (release.state === 'draft') await call(routes.proveRelease, { params: { id: release.id }, body: { version: release.version } }).catch(() => undefined);
      return release;
    },
    onSuccess: async (release) => {
      await Promise.all([client.invalidateQueries({ queryKey: releasesQuery.queryKey }), client.invalidateQueries({ queryKey: draftsQuery.queryKey })]);
      void navigate({ to: '/packs/releases/$id', params: { id: release.id } });
    },
    onSettled: () => setKey(crypto.randomUUID()),
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('packs.prepare.title')} closeButtonProps={{ 'aria-label': t('close') }} lockScroll={false}>
      <form className={css.prepare} onSubmit={(event) => { event.preventDefault(); void flush().then((version) => (version === undefined ? undefined : make.mutate(version))); }}>
        <p>{t('packs.prepare.lead')}</p>
        {errors > 0 ? <p className={css.bad}>{t('packs.prepare.errors', { count: errors })}</p> : null}
        <Textarea label={t('packs.prepare.note')} description={t('packs.prepare.noteHint')} required data-autofocus autosize minRows={2} maxLength={500} value={note} onChange={({ currentTarget: { value } }) => setNote(value)} />
        {make.isError ? <Problem error={make.error} /> : null}
        <Button type="submit" disabled={errors > 0 || note.trim() === ''} loading={make.isPending}>{t('packs.prepare.submit')}</Button>
      </form>
    </Modal>
  );
}
