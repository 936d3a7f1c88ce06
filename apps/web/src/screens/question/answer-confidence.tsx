import type { Confidence } from '@countersign/contracts';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './answer-confidence.module.css';

type Signal = Confidence['signals'][number];

/** What speaks for an answer and what against it. A sum of signs, said to be no probability while nobody has judged enough answers. */
export function AnswerConfidence({ confidence }: { confidence: Confidence }) {
  const { t } = useTranslation();
  if (confidence.score === null) return null;
  const against = confidence.signals.reduce((sum, { findings }) => sum + findings.length, 0);
  return (
    <details className={css.confidence}>
      <summary>
        <IconChevronRight size={15} stroke={1.8} aria-hidden className={css.chevron} />
        <span>{t('confidence.title')}</span>
        <span className={css.score}>{t('confidence.score', { score: percent(confidence.score) })}</span>
        <span>{against === 0 ? t('confidence.nothing') : t('confidence.against', { count: against })}</span>
      </summary>
      <ul>{confidence.signals.map((signal) => <Line key={signal.signal} {...signal} />)}</ul>
      <p className={css.foot}>{confidence.probability === null ? t('confidence.uncalibrated') : t('confidence.probability', { percent: percent(confidence.probability) })}</p>
    </details>
  );
}

function Line({ signal, value, weight, findings }: Signal) {
  const { t } = useTranslation();
  return (
    <li data-quiet={value === null || undefined}>
      <span className={css.name}>{t(`confidence.signal.${signal}`)}</span>
      <span className={css.meter} aria-hidden><span style={{ inlineSize: `${percent(value ?? 0)}%` }} /></span>
      <span className={css.value}>{value === null ? t('confidence.notRun') : percent(value)}</span>
      <span className={css.weight}>{value === null ? '' : t('confidence.weight', { percent: percent(weight) })}</span>
      {findings.map(({ code, words }) => <span key={code} className={css.finding}>{t(`confidence.finding.${code}` as 'confidence.finding.unbound', { words: words.map((word) => `“${word}”`).join(', ') })}</span>)}
    </li>
  );
}

const percent = (share: number): number => Math.round(share * 100);
