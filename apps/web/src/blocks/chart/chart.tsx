import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import type { ChartData } from './chart-option';
import { chartSummary } from './chart-summary';
import css from './chart.module.css';

/** The drawing code is a chunk of its own, fetched when the first chart is shown. */
export function Chart(data: ChartData) {
  const { t } = useTranslation();
  const language = useLanguage();
  const scheme = useComputedColorScheme('light');
  const element = useRef<HTMLDivElement>(null);
  const { spec, columns, rows } = data;

  useEffect(() => {
    let gone = false;
    let clear = () => {};
    void import('./draw-chart').then(({ drawChart }) => {
      if (!gone && element.current) clear = drawChart(element.current, { spec, columns, rows }, language);
    });
    return () => {
      gone = true;
      clear();
    };
  }, [spec, columns, rows, language, scheme]);

  const summary = chartSummary(data, language);
  const text = summary ? t('chart.summary', { count: summary.points, low: summary.low.value, lowAt: summary.low.label, high: summary.high.value, highAt: summary.high.label }) : t('chart.none');
  return (
    <figure>
      <div ref={element} className={css.canvas} role="img" aria-label={text} />
      <figcaption className={css.summary}>{text}</figcaption>
    </figure>
  );
}
