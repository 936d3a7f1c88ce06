import type { Pack } from '../pack.js';

/** A change of what people may see. */
export interface PolicyChange {
  /** entity.column, or the topic. */
  ref: string;
  was: string;
  is: string;
}

const NOTHING = 'not declared';

/**
 * What a new version lets people see that the old one did not, or no longer: sensitivity of columns, and topics that are personal. A personal
 * column that is gone counts: under another name it would be open. Such a version needs a second person.
 *
 * @example policyChanges(before, after) // [{ ref: 'customers.email', was: 'personal', is: 'internal' }]
 */
export function policyChanges(before: Pack, after: Pack): PolicyChange[] {
  const [old, now] = [sensitivities(before), sensitivities(after)];
  const refs = [...new Set([...old.keys(), ...now.keys()])];
  return refs.flatMap((ref) => {
    const [was, is] = [old.get(ref) ?? NOTHING, now.get(ref) ?? NOTHING];
    // A new column of the usual kind opens nothing that was closed.
    return was === is || (was === NOTHING && is !== 'public') || (is === NOTHING && was !== 'personal') ? [] : [{ ref, was, is }];
  });
}

function sensitivities({ source }: Pack): Map<string, string> {
  const columns = Object.entries(source.entities).flatMap(([entity, { columns: list }]) => Object.entries(list).map(([column, { sensitivity }]): [string, string] => [`${entity}.${column}`, sensitivity]));
  const topics = Object.entries(source.topics).filter(([, { personal }]) => personal).map(([topic]): [string, string] => [`topic ${topic}`, 'personal']);
  return new Map([...columns, ...topics]);
}
