import type { Interpretation, JobView } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../blocks/card';
import { codeSentence } from '../../i18n/code-sentence';
import { useLanguage } from '../../i18n/use-language';
import css from './interpretation.module.css';
import { questionParts } from './question-parts';

/** How the question was read: each stretch with its kind written under it, and every decision made. */
export function InterpretationCard({ interpretation, meaning }: { interpretation: Interpretation; meaning: JobView['meaning'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { period, compare } = interpretation;
  return (
    <Card title={t('interpretation.title')}>
      <p className={css.question} lang={interpretation.locale}>
        {questionParts(interpretation.question, interpretation.spans).map((part, at) =>
          part.kind === null || part.kind === 'filler' ? <span key={at} className={css.filler}>{part.text}</span> : (
            <ruby key={at} className={css.part} data-kind={part.kind}>{part.text}<rt>{t(`span.${part.kind}`)}</rt></ruby>
          ),
        )}
      </p>
      <dl className={css.facts}>
        <dt>{t('interpretation.intent')}</dt>
        <dd>{t(`intent.${interpretation.intent}`)}</dd>
        {interpretation.metrics.length > 0 ? <><dt>{t('span.metric')}</dt><dd>{interpretation.metrics.map((metric) => <Metric key={metric.ref} label={metric.label} definition={meaning.find((item) => item.ref === metric.ref)?.definition} />)}</dd></> : null}
        {interpretation.dimensions.length > 0 ? <><dt>{t('span.dimension')}</dt><dd>{interpretation.dimensions.map((dimension) => (dimension.grain ? `${dimension.label} (${t(`grain.${dimension.grain}`)})` : dimension.label)).join(', ')}</dd></> : null}
        {interpretation.filters.length > 0 ? <><dt>{t('span.filter')}</dt><dd>{interpretation.filters.map((filter) => filter.label).join(' · ')}</dd></> : null}
        {interpretation.having.length > 0 ? <><dt>{t('interpretation.having')}</dt><dd>{interpretation.having.map((having) => having.label).join(' · ')}</dd></> : null}
        <dt>{t('span.period')}</dt>
        <dd>{period ? <Period period={period} /> : t('interpretation.noPeriod')}</dd>
        {compare ? <><dt>{t('interpretation.compare')}</dt><dd><Period period={compare.period} /></dd></> : null}
        {interpretation.limit ? <><dt>{t('interpretation.limit')}</dt><dd>{interpretation.limit}</dd></> : null}
        {interpretation.notes.length > 0 ? <><dt>{t('interpretation.notes')}</dt><dd>{interpretation.notes.map((note) => <p key={note.code}>{codeSentence(note.code, language, note.params)}</p>)}</dd></> : null}
        <dt>{t('interpretation.today')}</dt>
        <dd>{interpretation.today}</dd>
      </dl>
    </Card>
  );
}

function Metric({ label, definition }: { label: string; definition: string | undefined }) {
  return <p>{label}{definition ? <span className={css.definition}>{definition}</span> : null}</p>;
}

/** Half-open in the pack, closed for people: the last day shown is the last day counted. */
function Period({ period }: { period: NonNullable<Interpretation['period']> }) {
  const { t } = useTranslation();
  const last = period.to ? new Date(Date.parse(`${period.to}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10) : null;
  const range = period.from || last ? `${period.from ?? '…'} – ${last ?? '…'}` : '';
  return <>{[period.label, range].filter((text, at, all) => text && all.indexOf(text) === at).join(' · ')}{period.assumed ? ` (${t('interpretation.assumed')})` : ''}</>;
}
