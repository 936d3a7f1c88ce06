import type { Job, Locale, PackProposal } from '@countersign/contracts';
import { labelOf, termFor, type Pack } from '@countersign/pack';

/** A word that its asker was asked back about, what they chose, and as what a pack can take that over. */
export interface Proposable { term: string; ref: string; label: string; as: PackProposal['as'][] }

/** Of what was chosen in clarifications, that which a pack can say: not a value or a period, and not what it says already. */
export function proposable(pack: Pack, { choices }: Pick<Job, 'choices'>, locale: Locale): Proposable[] {
  return Object.entries(choices).flatMap(([term, ref]) => {
    const asking = termFor(pack, term, ref);
    if (asking === undefined) return [];
    const as: Proposable['as'] = pack.terms.get(asking)?.usual === ref ? ['synonym'] : ['default', 'synonym'];
    return [{ term, ref, label: labelOf(pack, ref, locale), as }];
  });
}
