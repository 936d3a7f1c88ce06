import { routes, type Clarification, type JobView } from '@countersign/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { problemSentence } from '../../api/problem';
import { jobQuery } from '../../api/queries';
import { useShortcuts } from '../../app/use-shortcuts';
import { Card } from '../../blocks/card';
import { useLanguage } from '../../i18n/use-language';
import css from './question.module.css';

/** One term, the meanings it has here, and what each would count. The answer goes on with the same question. */
export function ClarificationCard({ view, clarification }: { view: JobView; clarification: Clarification }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const { job, can } = view;
  const choose = useMutation({
    mutationFn: (ref: string) => call(routes.clarifyJob, { params: { id: job.id }, body: { term: clarification.term, ref, version: job.version } }),
    onSettled: () => void client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey }),
  });
  const pick = (index: number) => {
    const choice = clarification.choices[index];
    if (choice && can.clarify && !choose.isPending) choose.mutate(choice.ref);
  };
  useShortcuts({ 1: () => pick(0), 2: () => pick(1), 3: () => pick(2) }, can.clarify);

  return (
    <Card title={t(`clarify.${clarification.kind}`, { term: clarification.term })}>
      <p className={css.lead}>{t('clarify.lead')}</p>
      <ul className={css.choices}>
        {clarification.choices.map((choice, index) => (
          <li key={choice.ref}>
            <button type="button" className={css.choice} disabled={!can.clarify || choose.isPending} onClick={() => pick(index)}>
              <kbd className={css.choiceKey} aria-hidden>{index < 3 ? index + 1 : ''}</kbd>
              <span className={css.choiceText}>
                <span className={css.choiceLabel}>{choice.label}{choice.usual ? <span className={css.usual}>{t('clarify.usual')}</span> : null}</span>
                <span className={css.choiceMeaning}>{choice.definition}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {choose.isError ? <p role="alert" className={css.inlineProblem}>{problemSentence(choose.error, language)}</p> : null}
      {can.clarify ? null : <p className={css.quiet}>{t('clarify.notYours')}</p>}
    </Card>
  );
}
