import { reaches } from '../plan/join-graph.js';
import type { Token } from '../read/token.js';
import { leavesOf, refuse, spanOf, type Draft, type Stop } from './draft.js';
import { subjectsOf } from './values.js';

/**
 * The dimension that stands for an entity named without its part: "department" of a course's students may be theirs or
 * the course's. One part that the subject has is it; of several, the question ends in a choice.
 */
export function dimensionOfEntity(draft: Draft, token: Token, entity: string): { ref: string | undefined } | { stop: Stop } {
  const { pack, ask } = draft;
  const own = pack.entities.get(entity)?.dimension;
  const parts = [...pack.entities.values()].filter((e) => e.table === entity && e.dimension !== undefined);
  if (parts.length < 2 || pack.entities.get(entity)!.table !== entity) return { ref: own };
  const subjects = subjectsOf(draft);
  const fitting = parts.filter((part) => subjects.every((s) => reaches(pack, s, part.id)));
  const said = [ask.choices[token.text], ask.choices[(token.lex as { surface: string }).surface]].find((ref) => parts.some((p) => p.dimension === ref));
  if (said !== undefined) return { ref: said };
  if (fitting.length < 2) return { ref: fitting[0]?.dimension ?? own };
  const choices = fitting.map((part, i) => {
    const { label, definition } = pack.dimensions.get(part.dimension!)!;
    return { ref: part.dimension!, label: label[ask.locale], definition: definition[ask.locale], usual: i === 0 };
  });
  return { stop: { clarify: { term: token.text, kind: 'role', span: spanOf(token), choices } } };
}

/** Figures of people that are shown for groups only: a breakdown by the person is one person's data. */
export function keepGroups(draft: Draft): Stop | undefined {
  const { pack } = draft;
  for (const metric of draft.metrics) {
    const of = leavesOf(pack, metric.ref).flatMap((leaf) => leaf.smallGroup?.of ?? [])[0];
    const one = of && draft.dimensions.map((d) => pack.dimensions.get(d.ref)).find((d) => d && pack.entities.get(d.entity)?.table === of && pack.entities.get(of)!.grain.join() === d.column);
    if (one) return refuse(draft, 'personal-data', { columns: metric.label });
  }
  const listed = pack.entities.get(draft.entity ?? '');
  return listed && !listed.listed ? refuse(draft, 'personal-data', { columns: listed.label[draft.ask.locale] }) : undefined;
}
