import type { JobView } from '@countersign/contracts';
import { stateView } from '../../blocks/state-view';
import { AnswerCard } from './answer-card';
import { ClarificationCard } from './clarification-card';
import { StatePanel } from './state-panel';

export function AnswerTab({ view }: { view: JobView }) {
  const { job } = view;
  if (stateView(job.state).phase === 'answered') return <AnswerCard view={view} />;
  if (job.state === 'NEEDS_CLARIFICATION' && job.clarification) return <ClarificationCard view={view} clarification={job.clarification} />;
  return <StatePanel view={view} />;
}
