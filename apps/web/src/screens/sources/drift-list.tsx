import type { CatalogueDrift, DriftReport, TableDrift } from '@countersign/contracts';
import { bindingText } from '@countersign/pack';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { driftsQuery } from '../../api/queries';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './sources.module.css';

/** What became of the source's tables, newest first, and which packs that touched. */
export function DriftList({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation();
  const drifts = useQuery(driftsQuery(sourceId));
  return (
    <section aria-label={t('sources.drift.title')}>
      <h2 className={css.proofTitle}>{t('sources.drift.title')}</h2>
      {drifts.isError ? <Problem error={drifts.error} onRetry={() => void drifts.refetch()} /> : drifts.isPending ? <Pending lines={['60%']} /> : drifts.data.items.length === 0 ? <p className={css.quiet}>{t('sources.drift.none')}</p> : (
        <ul className={css.drifts}>{drifts.data.items.map((report) => <Drift key={report.id} report={report} />)}</ul>
      )}
    </section>
  );
}

function Drift({ report: { at, drift } }: { report: DriftReport }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const broken = drift.packs.filter(({ findings }) => findings.length > 0);
  return (
    <li>
      <details className={css.more}>
        <summary>
          <time dateTime={at}>{formatInstant(at, language)}</time> · {t('sources.drift.counts', drift.counts)}
          {broken.length > 0 ? <strong className={css.bad}> · {t('sources.drift.breaks', { packs: broken.map(({ packId }) => packId).join(', ') })}</strong> : null}
        </summary>
        <dl className={css.facts}><Lists drift={drift} /></dl>
      </details>
    </li>
  );
}

function Lists({ drift }: { drift: CatalogueDrift }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      {drift.appeared.length > 0 ? <><dt>{t('sources.drift.appeared')}</dt><dd>{drift.appeared.join(', ')}</dd></> : null}
      {drift.vanished.length > 0 ? <><dt>{t('sources.drift.vanished')}</dt><dd>{drift.vanished.join(', ')}</dd></> : null}
      {drift.changed.map((table) => <ChangedTable key={table.table} drift={table} />)}
      {drift.packs.map(({ packId, tables, findings }) => (
        <div key={packId} className={css.packDrift}><dt>{t('sources.drift.pack', { pack: packId })}</dt><dd>{tables.join(', ')}{findings.map((finding, at) => <p key={at} className={css.bad}>{bindingText(finding, language)}</p>)}</dd></div>
      ))}
    </>
  );
}

function ChangedTable({ drift: { table, appeared, vanished, retyped } }: { drift: TableDrift }) {
  const words = [...appeared.map((column) => `+ ${column}`), ...vanished.map((column) => `− ${column}`), ...retyped.map(({ column, was, now }) => `${column}: ${was} → ${now}`)];
  const { t } = useTranslation();
  return <><dt>{table}</dt><dd>{words.length > 0 ? words.join('; ') : t('sources.drift.definition')}</dd></>;
}
