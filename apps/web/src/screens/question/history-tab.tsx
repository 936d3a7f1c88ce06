import type { JobView } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../blocks/card';
import { StateBadge } from '../../blocks/state-badge';
import { formatClock, formatElapsed, formatInstant } from '../../format/time';
import { codeSentence } from '../../i18n/code-sentence';
import { useLanguage } from '../../i18n/use-language';
import { ModelAttempts } from './model-attempts';
import css from './question.module.css';
import { measuredSteps } from './stage-progress';

/** Every transition of the question, and every time that was measured. */
export function HistoryTab({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const steps = measuredSteps(view.timings);
  return (
    <div className={css.stack}>
      <Card title={t('history.title')}>
        <table className={css.plain}>
          <thead><tr><th scope="col">{t('history.at')}</th><th scope="col">{t('history.state')}</th><th scope="col">{t('history.who')}</th><th scope="col">{t('history.why')}</th></tr></thead>
          <tbody>
            {view.events.map((event) => (
              <tr key={event.seq}>
                <td><time dateTime={event.at} title={formatInstant(event.at, language)}>{formatClock(event.at, language)}</time></td>
                <td><StateBadge state={event.to} /></td>
                <td>{event.actor.kind === 'system' ? t('history.system', { name: event.actor.name }) : event.actor.name}</td>
                <td>{event.reason ? codeSentence(event.reason.code, language, event.reason.params) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <ModelAttempts timings={view.timings} />
      {steps.length > 0 ? (
        <Card title={t('history.times')}>
          <table className={css.plain}>
            <thead><tr><th scope="col">{t('history.step')}</th><th scope="col" data-right>{t('history.times')}</th><th scope="col" data-right>{t('history.count')}</th></tr></thead>
            <tbody>{steps.map((step) => <tr key={step.step}><td>{t(`step.${step.step}`)}</td><td data-right>{formatElapsed(step.ms, language)}</td><td data-right>{step.count}</td></tr>)}</tbody>
          </table>
        </Card>
      ) : null}
    </div>
  );
}
