import type { ProofRun, ReleaseView } from '@countersign/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dataSourcesQuery } from '../../api/queries';
import { Badge } from '../../blocks/state-badge';
import { Card } from '../../blocks/card';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import css from './packs.module.css';

const TONES = { waiting: 'info', passed: 'ok', failed: 'bad' } as const;

/** What each data source said when the release was held against its rows; the last time counts. */
export function ReleaseProofs({ release }: { release: ReleaseView }) {
  const { t } = useTranslation();
  const { data } = useQuery(dataSourcesQuery);
  const latest = [...new Map(release.proofs.map((run) => [run.dataSourceId, run])).values()];
  const nameOf = (id: string) => data?.items.find((source) => source.id === id)?.name ?? id.slice(0, 8);
  return (
    <Card title={t('packs.proof')}>
      {latest.length === 0 ? <p className={page.quiet}>{t(release.state === 'draft' ? 'packs.noProofYet' : 'packs.noProof')}</p> : <ul className={css.proofs}>{latest.map((run) => <Proof key={run.id} run={run} name={nameOf(run.dataSourceId)} />)}</ul>}
    </Card>
  );
}

function Proof({ run, name }: { run: ProofRun; name: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wrong = run.results.filter(({ outcome }) => outcome !== 'passed');
  return (
    <li>
      <p className={css.proofHead}>{name} <Badge tone={TONES[run.outcome]}>{t(`packs.proofState.${run.outcome}`)}</Badge></p>
      <p className={page.quiet}>{run.finishedAt ? t('packs.claims', { passed: run.results.length - wrong.length, count: run.results.length, at: formatInstant(run.finishedAt, language) }) : t('packs.provingText')}</p>
      {wrong.length > 0 ? <ul className={css.proofFailed}>{wrong.slice(0, 30).map((result) => <li key={result.probe}><code>{result.about}</code> {result.findings[0]?.message ?? t('packs.notRun')}</li>)}</ul> : null}
    </li>
  );
}
