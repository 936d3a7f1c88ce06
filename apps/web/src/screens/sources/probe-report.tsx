import type { DataSource, ProbeStep } from '@countersign/contracts';
import { IconCheck, IconInfoCircle, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import { FixScript } from './fix-script';
import css from './sources.module.css';

const ICONS = { pass: IconCheck, fail: IconX, skipped: IconMinus, note: IconInfoCircle } as const;

/** What the collector found when it looked: each check with its detail and, where something is to be done, the script that does it. */
export function ProbeReport({ probe, pending }: { probe: DataSource['probe']; pending: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const waiting = pending ? <p className={css.waiting} role="status">{t('sources.proving')}</p> : null;
  if (!probe) return waiting ?? <p className={css.quiet}>{t('sources.noProof')}</p>;
  return (
    <section aria-label={t('sources.proof')}>
      <h2 className={css.proofTitle}>{t('sources.proof')} <time className={css.at} dateTime={probe.at}>{formatInstant(probe.at, language)}</time></h2>
      {waiting}
      <ul className={css.steps}>{probe.steps.map((step) => <Step key={step.check} step={step} />)}</ul>
    </section>
  );
}

function Step({ step }: { step: ProbeStep }) {
  const { t } = useTranslation();
  const Icon = ICONS[step.status];
  return (
    <li data-status={step.status}>
      <Icon size={15} stroke={2.2} aria-label={t(`sources.step.${step.status}`)} />
      <span className={css.check}>{t(`sources.check.${step.check}`)}</span>
      <div className={css.detail}>
        <p>{step.detail}</p>
        {step.fix ? <FixScript script={step.fix} /> : null}
      </div>
    </li>
  );
}
