import type { Finding, ReleaseReport, ReleaseView } from '@countersign/contracts';
import type { Publication } from './publication.js';

/** Lists for people: what is longer is in `--json`. */
const MOST_LISTED = 20;

/** What became of a version, for people: what changes, what the data says, and where it stands. */
export function publishText({ state, reason, release, dataSources }: Publication): string {
  const lines = release ? [...changesText(release.report), ...checksText(release.report), ...release.proofs.flatMap((proof) => proofText(proof, dataSources))] : [];
  return `${[...lines, ending(state, reason, release)].join('\n')}\n`;
}

function changesText({ changes, affected, policyChanges, suspicions }: ReleaseReport): string[] {
  return [
    ...(changes.length === 0 ? ['nothing changes in its meaning'] : changes.flatMap((c) => [`${c.kind} ${c.what} ${c.label}${c.label === c.ref ? '' : ` (${c.ref})`}`, ...c.details.map((detail) => `    ${detail}`)])),
    ...listed(affected.tests, (n) => `${n} test ${n === 1 ? 'question means' : 'questions mean'} something else now:`),
    ...listed(affected.verified, (n) => `${n} verified ${n === 1 ? 'query is' : 'queries are'} affected:`),
    ...listed(policyChanges.map(({ ref, was, is }) => `${ref}: ${was} → ${is}`), () => 'it changes what people may see:'),
    ...listed(suspicions.map(({ message }) => message), () => 'descriptions that may no longer describe:'),
  ];
}

function checksText({ findings, tests }: ReleaseReport): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [
    ...listed(errors.map((f) => `${placeOf(f)}${f.message} (${f.rule})`), (n) => `${n} ${n === 1 ? 'error' : 'errors'}:`),
    `tests: ${tests.total - tests.failed.length} of ${tests.total} passed`,
    ...listed(tests.failed.map(({ file, question, differences }) => `${file}: ${question}: ${differences.map((d) => `${d.fact} is ${d.got}, not ${d.expected}`).join('; ')}`), () => 'failed:'),
  ];
}

function proofText({ dataSourceId, outcome, results }: ReleaseView['proofs'][number], sources: Publication['dataSources']): string[] {
  const name = sources.find(({ id }) => id === dataSourceId)?.name ?? dataSourceId;
  if (outcome === 'waiting') return [`${name}: not answered yet`];
  const held = results.filter((result) => result.outcome === 'passed').length;
  const wrong = results.filter((result) => result.outcome !== 'passed').flatMap(({ findings }) => findings.map(({ message }) => message));
  return [`${name}: ${held} of ${results.length} claims hold`, ...listed(wrong, () => 'the data says otherwise:')];
}

function ending(state: Publication['state'], reason: Publication['reason'], release: ReleaseView | null): string {
  const name = release ? `${release.packId} (release ${release.id})` : 'the pack';
  switch (state) {
    case 'published': return `published: ${release?.packId ?? ''} version ${release?.publishedVersion ?? ''}`;
    case 'awaiting-second': return `waiting for a second person: ${name}`;
    case 'proving': return `still being proved: ${name}`;
    case 'refused': return `refused: ${name}${reason ? `: ${reason.message} (${reason.code})` : ''}`;
  }
}

function listed(items: readonly string[], head: (n: number) => string): string[] {
  if (items.length === 0) return [];
  return [head(items.length), ...items.slice(0, MOST_LISTED).map((item) => `    ${item}`), ...(items.length > MOST_LISTED ? [`    … and ${items.length - MOST_LISTED} more`] : [])];
}

/** A finding's excerpt begins with its file. */
function placeOf({ at }: Finding): string {
  return at ? `${at.excerpt.split(':')[0] ?? ''}:${at.line}:${at.column}: ` : '';
}
