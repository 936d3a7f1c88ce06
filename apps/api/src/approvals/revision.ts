import type { Interpretation, Job, ReviewPacket } from '@countersign/contracts';

type Revision = NonNullable<ReviewPacket['revision']>;

/** What a reviewer must know of the request before: why changes were asked for, and what is different now. */
export function revisionOf(earlier: Job, now: Job): Revision {
  const { approval } = earlier;
  return {
    jobId: earlier.id,
    requested: approval && { by: approval.by.name, at: approval.decidedAt, reasonCode: approval.reasonCode, comment: approval.comment },
    changes: [
      ...change('question', earlier.question, now.question),
      ...change('choices', choicesOf(earlier), choicesOf(now)),
      ...ASPECTS.flatMap(([what, say]) => change(what, say(earlier.interpretation), say(now.interpretation))),
      ...change('sql', sqlOf(earlier), sqlOf(now)),
    ],
  };
}

type Say = (meaning: Interpretation | null) => string;
const listed = (labels: readonly string[]): string => labels.join(', ');
/** Where each part of a meaning is read from. */
const ASPECTS: readonly (readonly [Revision['changes'][number]['what'], Say])[] = [
  ['metrics', (i) => listed(i?.metrics.map(({ label }) => label) ?? [])],
  ['dimensions', (i) => listed(i?.dimensions.map(({ label, grain }) => (grain ? `${label} (${grain})` : label)) ?? [])],
  ['filters', (i) => listed(i?.filters.map(({ label, op }) => (op === 'ne' || op === 'not-in' ? label.replace(' = ', ' ≠ ') : label)) ?? [])],
  ['having', (i) => listed(i?.having.map(({ label }) => label) ?? [])],
  ['period', (i) => [i?.period?.label, i?.compare?.period.label].filter((label) => label !== undefined).join(' / ')],
  ['limit', (i) => (i?.limit === undefined ? '' : String(i.limit))],
];

const choicesOf = ({ choices }: Job): string => listed(Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1)).map(([term, ref]) => `${term} = ${ref}`));
const sqlOf = ({ gateReport }: Job): string => (gateReport?.verdict === 'accept' ? gateReport.sql : '');

function change(what: Revision['changes'][number]['what'], was: string, now: string): Revision['changes'] {
  return was === now ? [] : [{ what, was, now }];
}
