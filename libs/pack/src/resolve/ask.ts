import { metricOf } from '../describe/refs.js';
import type { Token } from '../read/token.js';
import { spanOf, type Draft, type Stop } from './draft.js';

/** A question back about words that may be one of several metrics; the first is the usual one. */
export function askTermLike(draft: Draft, term: string, token: Token | undefined, means: string[]): Stop {
  const { pack, ask } = draft;
  return {
    clarify: {
      term,
      kind: 'term',
      ...(token ? { span: spanOf(token) } : {}),
      choices: means.map((ref, i) => {
        const def = metricOf(pack, ref)!;
        return { ref, label: def.label[ask.locale], definition: def.definition[ask.locale], usual: i === 0 };
      }),
    },
  };
}
