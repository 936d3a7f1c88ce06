import type { PackDraftView } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { problemSentence } from '../../api/problem';
import { useLanguage } from '../../i18n/use-language';
import css from './editor.module.css';
import type { EditedDraft, SaveState } from './use-draft';

const ICONS = { saved: IconCheck, dirty: IconPencil, saving: IconLoader2, conflict: IconAlertTriangle, failed: IconCloudOff } as const;

/** Is what one sees also what the server has? */
export function SaveMark({ save, onRetry }: { save: SaveState; onRetry: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const Icon = ICONS[save.kind];
  return (
    <span className={css.saveMark} data-kind={save.kind} role="status">
      <Icon size={15} stroke={2} aria-hidden /> {t(`packs.save.${save.kind}`)}
      {save.kind === 'failed' ? <><span className="sr-only">{problemSentence(save.error, language)}</span><button type="button" className={css.go} onClick={onRetry}>{t('problem.retry')}</button></> : null}
    </span>
  );
}

/** What happened to the draft outside of this window. */
export function DraftBanner({ view, draft }: { view: PackDraftView; draft: EditedDraft }) {
  const { t } = useTranslation();
  if (draft.save.kind === 'conflict') {
    return (
      <div role="alert" className={css.banner} data-tone="bad">
        <p>{t('packs.conflict.text')}</p>
        <Button size="xs" variant="default" onClick={() => void draft.settle('theirs')}>{t('packs.conflict.theirs')}</Button>
        <Button size="xs" variant="default" onClick={() => void draft.settle('mine')}>{t('packs.conflict.mine')}</Button>
      </div>
    );
  }
  if (draft.update.kind === 'behind') {
    return (
      <div role="status" className={css.banner} data-tone="wait">
        <p>{t('packs.outdated', { was: view.baseVersion ?? 0, now: view.currentVersion ?? 0 })}</p>
        <Button size="xs" variant="default" onClick={() => void draft.bringUp()}>{t('packs.update', { version: view.currentVersion ?? 0 })}</Button>
      </div>
    );
  }
  if (draft.update.kind === 'current') return null;
  const { both } = draft.update;
  return <div role="status" className={css.banner}><p>{both.length === 0 ? t('packs.updatedClean', { version: view.currentVersion ?? 0 }) : t('packs.updated', { version: view.currentVersion ?? 0, files: both.join(', ') })}</p></div>;
}
