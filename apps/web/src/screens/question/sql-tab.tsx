import type { JobView } from '@countersign/contracts';
import { SegmentedControl } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../blocks/card';
import { Empty } from '../../blocks/empty';
import { SqlView } from '../../blocks/sql-view';
import css from './question.module.css';

const route = getRouteApi('/in/q/$id');

/** The candidate in the pack's standard names, and the text that alone may run. */
export function SqlTab({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { candidate, gateReport } = view.job;
  if (!candidate) return <Card><Empty icon={<IconCode size={20} stroke={1.6} />} title={t('sql.none')}>{t('sql.noneText')}</Empty></Card>;
  const sent = gateReport?.verdict === 'accept' ? gateReport : null;
  const shown = sent && search.sql !== 'candidate' ? 'sent' : 'candidate';
  return (
    <Card
      title={t(`sql.${shown}`)}
      aside={sent ? <SegmentedControl size="xs" aria-label={t('sql.which')} value={shown} data={[{ value: 'sent', label: t('sql.sentShort') }, { value: 'candidate', label: t('sql.candidateShort') }]} onChange={(value) => void navigate({ search: (old) => ({ ...old, sql: value === 'candidate' ? 'candidate' : 'sent' }), replace: true })} /> : null}
    >
      <p className={css.lead}>{t(shown === 'sent' ? 'sql.sentText' : candidate.language === 'native' ? 'sql.nativeText' : 'sql.candidateText', { origin: t(`origin.${candidate.origin}`), revision: candidate.revision })}</p>
      <SqlView sql={shown === 'sent' && sent ? sent.sql : candidate.sql} label={t(`sql.${shown}`)} />
      {candidate.proofs.length > 0 ? (
        <div className={css.detail}>
          <h3>{t('sql.proofs')}</h3>
          <ul className={css.bullets}>{candidate.proofs.map((proof) => <li key={proof}>{proof}</li>)}</ul>
        </div>
      ) : null}
    </Card>
  );
}
