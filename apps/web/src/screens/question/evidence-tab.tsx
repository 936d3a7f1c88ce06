import type { JobView } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconCheck, IconDownload, IconFileSearch, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { routeUrl } from '../../api/client';
import { routes } from '@countersign/contracts';
import { Card } from '../../blocks/card';
import { CostBars } from '../../blocks/cost-bars';
import { SqlChanges } from '../../blocks/sql-changes';
import { Empty } from '../../blocks/empty';
import { groupDigits } from '../../format/number';
import { formatInstant } from '../../format/time';
import { noteSentence } from '../../i18n/gate-sentence';
import { useLanguage } from '../../i18n/use-language';
import { ClaimStatus } from './claim-status';
import { ExportsList } from './exports-list';
import { InterpretationCard } from './interpretation-card';
import css from './question.module.css';

export function EvidenceTab({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { job } = view;
  if (!job.interpretation && !job.gateReport) return <Card><Empty icon={<IconFileSearch size={20} stroke={1.6} />} title={t('evidence.none')}>{t('evidence.noneText')}</Empty></Card>;
  return (
    <div className={css.stack}>
      {job.interpretation ? <InterpretationCard interpretation={job.interpretation} meaning={view.meaning} /> : null}
      {job.candidate?.edit ? <Card title={t('edit.edited')} aside={<span className={css.quiet}>{job.candidate.edit.by.name}, {formatInstant(job.candidate.edit.at, language)}</span>}><SqlChanges changes={job.candidate.edit.changes} /></Card> : null}
      {job.gateReport?.verdict === 'accept' ? (
        <Card title={t('evidence.checks', { count: job.gateReport.checks.length })}>
          <ul className={css.checks}>
            {job.gateReport.checks.map((check) => (
              <li key={check.rule} data-status={check.status}>
                {check.status === 'pass' ? <IconCheck size={15} stroke={2.2} aria-label={t('evidence.pass')} /> : <IconInfoCircle size={15} stroke={2} aria-label={t('evidence.note')} />}
                <span><code>{check.rule}</code>{check.note ? <span className={css.quiet}> {noteSentence({ rule: check.rule, message: check.note }, job.gateReport, language, job.review?.bundle.caps.maxRows)}</span> : null}</span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {job.estimate ? <Card title={t('evidence.estimate')}><CostBars estimate={job.estimate} caps={job.review?.bundle.caps ?? null} /></Card> : null}
      {job.answer && job.answer.claims.length > 0 ? <Claims claims={job.answer.claims} /> : null}
      <Card title={t('evidence.signed')} aside={<Button component="a" href={routeUrl(routes.getEvidence.path, { id: job.id })} download={`evidence-${job.id}.json`} variant="default" size="xs" leftSection={<IconDownload size={15} stroke={1.8} />}>{t('evidence.download')}</Button>}>
        <dl className={css.facts}>
          {job.review ? <><dt>{t('evidence.digest')}</dt><dd><code className={css.hash}>{job.review.digest}</code></dd></> : null}
          {job.result ? <><dt>{t('evidence.resultHash')}</dt><dd><code className={css.hash}>{job.result.hash}</code></dd></> : null}
          <dt>{t('evidence.pack')}</dt>
          <dd>{job.packId} v{job.packVersion}</dd>
        </dl>
      </Card>
      {job.result ? <ExportsList jobId={job.id} /> : null}
    </div>
  );
}

function Claims({ claims }: { claims: NonNullable<JobView['job']['answer']>['claims'] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('evidence.claims', { count: claims.length })}>
      <table className={css.plain}>
        <thead><tr><th scope="col">{t('claim.text')}</th><th scope="col">{t('claim.exact')}</th><th scope="col">{t('claim.from')}</th><th scope="col">{t('claim.status')}</th></tr></thead>
        <tbody>
          {claims.map((claim, index) => (
            <tr key={index}>
              <td>{claim.text}</td>
              <td>{groupDigits(claim.value)}</td>
              <td>{t(`claim.short.${claim.operation}`, { count: claim.operands.length })}</td>
              <td><ClaimStatus status={claim.status} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
