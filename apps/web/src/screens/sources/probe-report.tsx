import type { DataSource } from '@countersign/contracts';
import { IconCheck, IconInfoCircle, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './sources.module.css';

const ICONS = { pass: IconCheck, fail: IconX, skipped: IconMinus, note: IconInfoCircle } as const;

/** What the collector found when it proved the account: each check with its detail and, when it failed, the remedy. */
export function ProbeReport({ probe }: { probe: DataSource['probe'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!probe) return <p className={css.waiting} role="status">{t('sources.proving')}</p>;
  return (
    <section aria-label={t('sources.proof')}>
      <h2 className={css.proofTitle}>{t('sources.proof')} <time className={css.at} dateTime={probe.at}>{formatInstant(probe.at, language)}</time></h2>
      <ul className={css.steps}>
        {probe.steps.map((step) => {
          const Icon = ICONS[step.status];
          return (
            <li key={step.check} data-status={step.status}>
              <Icon size={15} stroke={2.2} aria-label={t(`sources.step.${step.status}`)} />
              <span className={css.check}>{t(`sources.check.${step.check}`)}</span>
              <span className={css.detail}>{step.detail}{step.fix ? <span className={css.fix}>{step.fix}</span> : null}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
