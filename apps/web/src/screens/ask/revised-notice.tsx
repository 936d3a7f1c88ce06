import type { JobView } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import css from './ask.module.css';

/** What the approver said of the question that is asked anew here. */
export function RevisedNotice({ job }: { job: JobView['job'] }) {
  const { t } = useTranslation();
  const { approval } = job;
  return (
    <p className={css.notice} role="note">
      {t('ask.revising')}
      {approval ? <> {approval.by.name}{approval.reasonCode ? `: ${t(`reasonCode.${approval.reasonCode}`)}` : ''}{approval.comment ? ` · “${approval.comment}”` : ''}</> : null}
    </p>
  );
}
