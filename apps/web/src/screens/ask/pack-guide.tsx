import type { PackSummary } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import css from './ask.module.css';

/** What this pack can be asked: its own starters, and its metrics with what they mean. */
export function PackGuide({ pack, onUse }: { pack: PackSummary; onUse: (question: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const starters = pack.starters[language] ?? pack.starters['en'] ?? [];
  return (
    <>
      {starters.length > 0 ? (
        <section aria-labelledby="starters">
          <h2 id="starters" className={css.label}>{t('ask.starters')}</h2>
          <ul className={css.chips}>
            {starters.slice(0, 8).map((starter) => <li key={starter}><button type="button" className={css.chip} onClick={() => onUse(starter)}>{starter}</button></li>)}
          </ul>
        </section>
      ) : null}
      {pack.metrics.length > 0 ? (
        <details className={css.metrics}>
          <summary>{t('ask.metrics', { count: pack.metrics.length })}</summary>
          <dl>
            {pack.metrics.map((metric) => (
              <div key={metric.ref}>
                <dt>{metric.label[language] ?? metric.ref}</dt>
                <dd>{metric.definition}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </>
  );
}
