import type { GateReport } from '@countersign/contracts';
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../format/number';
import { rejectionSentence } from '../i18n/gate-sentence';
import { useLanguage } from '../i18n/use-language';
import css from './gate-verdict.module.css';
import { Masked } from './masked';

/** What the gate says of a text: why not and where, or what it touches. */
export function GateVerdict({ report, maxRows, onPlace }: { report: GateReport; maxRows?: number | undefined; onPlace?: () => void }) {
  return report.verdict === 'reject' ? <Rejected report={report} onPlace={onPlace} /> : <Accepted report={report} maxRows={maxRows} />;
}

function Rejected({ report, onPlace }: { report: Extract<GateReport, { verdict: 'reject' }>; onPlace: (() => void) | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={css.verdict} data-tone="bad">
      <p className={css.title}><IconHandStop size={18} stroke={1.8} aria-hidden />{t('sqlScreen.rejected')}</p>
      <p>{rejectionSentence(report.rule, report.message, language)}</p>
      <dl className={css.facts}>
        <dt>{t('gate.rule')}</dt>
        <dd><code>{report.rule}</code></dd>
        {report.at ? <><dt>{t('gate.place')}</dt><dd>{onPlace ? <button type="button" className={css.place} onClick={onPlace}>{t('gate.at', { line: report.at.line, column: report.at.column })}</button> : t('gate.at', { line: report.at.line, column: report.at.column })} <code>{report.at.excerpt}</code></dd></> : null}
        {report.nearest.length > 0 ? <><dt>{t('gate.nearest')}</dt><dd>{report.nearest.join(', ')}</dd></> : null}
      </dl>
    </div>
  );
}

function Accepted({ report, maxRows }: { report: Extract<GateReport, { verdict: 'accept' }>; maxRows: number | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rows = Math.min(report.limit, maxRows ?? report.limit);
  const filters = report.rowFilters.reduce((sum, filter) => sum + filter.occurrences, 0);
  return (
    <div className={css.verdict} data-tone="ok">
      <p className={css.title}><IconCircleCheck size={18} stroke={1.8} aria-hidden />{t('sqlScreen.accepted')}</p>
      <dl className={css.facts}>
        <dt>{t('review.tables')}</dt>
        <dd>{report.tables.join(', ') || '–'}</dd>
        <dt>{t('sqlScreen.uses')}</dt>
        <dd>{report.columns.join(', ') || '–'}</dd>
        {report.functions.length > 0 ? <><dt>{t('sqlScreen.functions')}</dt><dd>{report.functions.join(', ')}</dd></> : null}
        {report.masked && report.masked.length > 0 ? <><dt>{t('masked.title')}</dt><dd><Masked columns={report.masked} /></dd></> : null}
        <dt>{t('review.scope')}</dt>
        <dd>{[t('checkNote.row-limit', { limit: formatCount(rows, language) }), ...(filters > 0 ? [t('checkNote.row-filters', { filters: formatCount(filters, language) })] : [])].join(' ')}</dd>
      </dl>
    </div>
  );
}
