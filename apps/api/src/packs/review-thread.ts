import { loadPack, planQuery, resolveQuestion, reviewPack, type PackReviewInput } from '@countersign/pack';
import { printCanonical } from '@countersign/sql';

/** A question to a pack that is not published. */
export interface AskedOfPack {
  files: Record<string, string>;
  question: string;
  locale: 'en' | 'ko';
  today: string;
  choices: Record<string, string>;
}
export type PackTask = { review: PackReviewInput } | { asked: AskedOfPack };

/** A worker-thread task: reading a pack and asking it a thousand questions takes seconds, which the API's own thread does not have. */
export default (task: PackTask): ReturnType<typeof reviewPack> | string | null => ('review' in task ? reviewPack(task.review) : sqlFor(task.asked));

function sqlFor({ files, ...asked }: AskedOfPack): string | null {
  const { pack } = loadPack(files, 1);
  if (!pack) return null;
  const resolution = resolveQuestion(pack, asked);
  if (resolution.outcome !== 'resolved') return null;
  const plan = planQuery(pack, resolution.interpretation);
  return plan.outcome === 'planned' ? printCanonical(plan.query) : null;
}
