import type { JobView } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import { SHOWN_ROWS } from '../../api/queries';
import { Masked } from '../../blocks/masked';
import { formatCount } from '../../format/number';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './answer.module.css';

/** Where the rows come from, as of when, how many, in whose words, and who approved. */
export function AnswerCaption({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { job, dataSource } = view;
  const asOf = job.run?.finishedAt ?? job.run?.startedAt;
  const rows = job.result?.rowCount ?? 0;
  const masked = job.gateReport?.verdict === 'accept' ? (job.gateReport.masked ?? []) : [];
  return (
    <>
      {job.result && job.result.truncated !== 'no' ? <p className={css.truncated}>{t(`answer.truncated.${job.result.truncated}`, { rows: formatCount(rows, language) })}</p> : null}
      {rows > SHOWN_ROWS ? <p className={css.truncated}>{t('answer.firstRows', { shown: formatCount(SHOWN_ROWS, language), rows: formatCount(rows, language) })}</p> : null}
      <dl className={css.caption}>
        <Item name={t('answer.source')} value={dataSource.name} />
        {asOf ? <Item name={t('answer.asOf')} value={formatInstant(asOf, language)} /> : null}
        {job.result ? <Item name={t('answer.rows')} value={formatCount(rows, language)} /> : null}
        <Item name={t('answer.pack')} value={`${job.packId} v${job.packVersion}`} />
        {masked.length > 0 ? <div><dt>{t('masked.title')}</dt><dd><Masked columns={masked} /></dd></div> : null}
        {job.approval ? <Item name={t(job.approval.by.kind === 'rule' ? 'answer.approvedByRule' : 'answer.approvedBy')} value={job.approval.by.name} /> : null}
      </dl>
    </>
  );
}

function Item({ name, value }: { name: string; value: string }) {
  return <div><dt>{name}</dt><dd>{value}</dd></div>;
}
