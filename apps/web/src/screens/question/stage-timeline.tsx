import type { JobView } from '@countersign/contracts';
import { IconCheck, IconClock, IconLoader2, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Elapsed } from '../../blocks/elapsed';
import { isOver, stateView } from '../../blocks/state-view';
import { formatElapsed } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './question.module.css';
import { beganAsSql } from './sql-job';
import { stageProgress, type StageProgress } from './stage-progress';

const ICONS = { done: IconCheck, active: IconLoader2, waiting: IconClock, stopped: IconX, ahead: IconMinus } as const;

/** The path of the question, with the time each stage took and the running clock of the one at work. */
export function StageTimeline({ view, polling }: { view: JobView; polling: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rows = stageProgress(view.job, view.events, view.timings).filter(({ stage }) => !beganAsSql(view.job) || (stage !== 'resolve' && stage !== 'generate'));
  const calm = stateView(view.job.state).tone !== 'bad';
  return (
    <aside className={css.path} aria-labelledby="path">
      <h2 id="path" className={css.pathTitle}>{t('stages.title')}</h2>
      <ol>
        {rows.map((row) => (
          <li key={row.stage} className={css.stage} data-status={row.status === 'stopped' && calm ? 'ended' : row.status} aria-current={row.status === 'active' || row.status === 'waiting' ? 'step' : undefined}>
            <StageSign row={row} />
            <span className={css.stageName}>{t(`stage.${row.stage}`)}<span className="sr-only"> – {t(`stages.${row.status}`)}</span></span>
            <span className={css.stageTime}>{row.since ? <Elapsed since={row.since} /> : row.workMs !== null ? formatElapsed(row.workMs, language) : ''}</span>
          </li>
        ))}
      </ol>
      {polling && !isOver(view.job.state) ? <p className={css.quiet}>{t('stages.polling')}</p> : null}
    </aside>
  );
}

function StageSign({ row }: { row: StageProgress }) {
  const Icon = ICONS[row.status];
  return <span className={css.sign} aria-hidden><Icon size={13} stroke={2.4} /></span>;
}
