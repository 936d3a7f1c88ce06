import type { JobView } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../blocks/card';
import { formatElapsed } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './question.module.css';

/** What a model was asked for this question, turn by turn, and what it cost. Nothing where no model was asked. */
export function ModelAttempts({ timings }: Pick<JobView, 'timings'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const turns = timings.filter(({ step }) => step === 'attempt');
  if (turns.length === 0) return null;
  return (
    <Card title={t('attempts.title')}>
      <table className={css.plain}>
        <thead><tr><th scope="col">{t('attempts.model')}</th><th scope="col">{t('attempts.outcome')}</th><th scope="col" data-right>{t('attempts.tokens')}</th><th scope="col" data-right>{t('attempts.cost')}</th><th scope="col" data-right>{t('history.times')}</th></tr></thead>
        <tbody>
          {turns.map(({ startedAt, attempt, durationUs, detail }) => (
            <tr key={`${startedAt} ${attempt}`}>
              <td>{detail?.model}</td>
              <td><code>{detail?.outcome}</code></td>
              <td data-right>{Number(detail?.inputTokens ?? 0) + Number(detail?.outputTokens ?? 0)}</td>
              <td data-right>{detail?.costMicros === undefined ? t('attempts.unpriced') : `$${(Number(detail.costMicros) / 1e6).toFixed(4)}`}</td>
              <td data-right>{formatElapsed(durationUs / 1000, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
