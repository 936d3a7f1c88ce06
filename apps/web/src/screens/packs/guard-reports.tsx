import type { ReleaseSummary } from '@countersign/contracts';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../blocks/card';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { releaseQuery } from './pack-queries';
import css from './packs.module.css';
import { ReleaseBadge } from './release-badge';

const MOST = 10;

/** Releases whose descriptions were suspected: by which rule, whose they are, and what came of it. */
export function GuardReports({ releases }: { releases: readonly ReleaseSummary[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const suspected = releases.filter(({ suspicious }) => suspicious).slice(0, MOST);
  const views = useQueries({ queries: suspected.map(({ id }) => ({ ...releaseQuery(id), refetchInterval: false as const })) });
  return (
    <Card title={t('packs.guard')}>
      {suspected.length === 0 ? <p className={page.quiet}>{t('packs.guardNone')}</p> : (
        <ul className={css.proofs}>
          {suspected.map((release, i) => (
            <li key={release.id}>
              <p className={css.proofHead}><Link to="/packs/releases/$id" params={{ id: release.id }}>{release.note ?? t('packs.release')}</Link> <ReleaseBadge state={release.state} /></p>
              <p className={page.quiet}>{t('packs.guardOwner', { name: release.author.name })} · <time dateTime={release.createdAt}>{formatInstant(release.createdAt, language)}</time></p>
              <ul className={css.proofFailed}>{views[i]?.data?.report.suspicions.map((finding, n) => <li key={n}>{finding.message}</li>)}</ul>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
