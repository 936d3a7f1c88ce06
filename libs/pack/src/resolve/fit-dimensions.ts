import { leavesOf, type Draft } from './draft.js';

/** A dimension means what the metrics say it means for them: "graduates by term" is by the term of the graduation. */
export function fitDimensions(draft: Draft): void {
  const { pack, ask } = draft;
  const leaves = draft.metrics.flatMap((m) => leavesOf(pack, m.ref));
  const meant = (ref: string): string => {
    const others = new Set(leaves.map((leaf) => leaf.instead[ref] ?? ref));
    return others.size === 1 ? [...others][0]! : ref;
  };
  draft.dimensions = draft.dimensions.map((d) => {
    const ref = meant(d.ref);
    return ref === d.ref ? d : { ...d, ref, label: pack.dimensions.get(ref)!.label[ask.locale] };
  });
  draft.filters = draft.filters.map((f) => ({ ...f, ref: meant(f.ref) }));
}
