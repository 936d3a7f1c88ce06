import { english } from '../language/english.js';
import { korean } from '../language/korean.js';
import { as, countedBy, is, leavesOf, refuse, type Draft, type Stop } from './draft.js';
import { nameWords } from './name-words.js';
import { REASONS } from './reasons.js';

const LANGUAGES = [english, korean];

/** Ends what must not be answered: personal data, writes, instructions to the system, things no pack knows. */
export function guard(draft: Draft): Stop | undefined {
  const { question } = draft.ask;
  const personal = personalColumns(draft);
  if (personal.length > 0) return refuse(draft, 'personal-data', { columns: [...new Set(personal)].join(', ') });
  if (LANGUAGES.some((l) => l.injection.some((pattern) => pattern.test(question)))) return refuse(draft, 'prompt-injection');
  if (LANGUAGES.some((l) => l.write.some((pattern) => pattern.test(question)))) return refuse(draft, 'write-request');
  const named = namedPerson(draft) ?? likeAName(draft);
  if (named) return refuse(draft, 'personal-data', { columns: named });
  mentioned(draft);
  const topics = draft.words.filter((t) => is(t, 'topic') && !t.used);
  const people = topics.find((t) => draft.pack.source.topics[as(t, 'topic')!.ref]?.personal);
  if (people) return refuse(draft, 'personal-data', { columns: people.text });
  const [topic] = topics;
  if (topic) return refuse(draft, 'unanswerable', { term: topic.text });
  const unknown = draft.words.filter((t) => is(t, 'unknown') && !t.used);
  const known = draft.words.some((t) => is(t, 'metric', 'term', 'entity', 'dimension', 'value', 'filter', 'column', 'event', 'rank', 'cue', 'period'));
  if (!known) return refuse(draft, 'not-a-question');
  const unsupported = draft.words.find((t) => as(t, 'unsupported')?.why);
  if (unsupported) return refuse(draft, 'no-correct-plan', { detail: REASONS.unsupported(draft.ask.locale, as(unsupported, 'unsupported')!.why!, unsupported.text) });
  return unknown.length > 0 ? refuse(draft, 'unanswerable', { term: nameWords(draft, unknown) }) : undefined;
}

/**
 * Words that only say who asks or what for ("marketing needs …", "for the forecast meeting: …", "직원 교육용으로 …") are
 * no part of the question. A topic in them refuses nothing, as long as something is left that can be answered.
 */
function mentioned(draft: Draft): void {
  const { words, tokens, ask } = draft;
  words.forEach((token, i) => {
    if (is(token, 'topic') && is(words[i + 1], 'venue')) token.used = words[i + 1]!.used = true;
  });
  for (const pattern of LANGUAGES.flatMap((l) => l.preambles)) {
    const end = pattern.exec(ask.question)?.[0].length ?? 0;
    const inside = tokens.filter((t) => t.end <= end);
    const rest = words.filter((t) => t.start >= end);
    if (end === 0 || !rest.some((t) => is(t, ...ASKED)) || !inside.every((t) => is(t, ...SAID))) continue;
    for (const t of inside) t.used = true;
  }
}

/** What makes the rest a question, and what may stand in an introduction without narrowing it. */
const ASKED = ['metric', 'term', 'entity', 'event'] as const;
const SAID = ['topic', 'venue', 'unknown', 'filler', 'particle', 'punctuation', 'and', 'do', 'have', 'list', 'cue', 'rel', 'to'] as const;

/** "customers called John": a person's name by itself is no column, and still personal. */
function namedPerson({ pack, words }: Draft): string | undefined {
  const people = [...pack.entities.values()].flatMap((e) => [...e.columns.values()].filter((c) => c.role === 'label' && c.sensitivity === 'personal').map((c) => ({ entity: e.id, ref: `${e.id}.${c.id}` })));
  const at = words.findIndex((t, i) => is(t, 'called') && is(words[i + 1], 'unknown'));
  if (at < 0) return undefined;
  return people.find(({ entity }) => words.slice(0, at).some((t) => as(t, 'entity')?.ref === entity || countedBy(pack, as(t, 'metric')?.ref ?? '') === entity))?.ref;
}

/** "김민수 학생의 평점", "Jane Miller's GPA": an unknown word that looks like a name, in a question about people. */
function likeAName(draft: Draft): string | undefined {
  const { pack, words, ask } = draft;
  const people = [...pack.entities.values()].filter((e) => [...e.columns.values()].some((c) => c.role === 'label' && c.sensitivity === 'personal'));
  const spoken = words.some((t) => people.some(({ id }) => as(t, 'entity')?.ref === id || countedBy(pack, as(t, 'metric')?.ref ?? '') === id || leavesOf(pack, as(t, 'metric')?.ref ?? '').some((leaf) => leaf.smallGroup)));
  const unknown = words.filter((t) => is(t, 'unknown'));
  if (!spoken || unknown.length === 0) return undefined;
  for (const pattern of LANGUAGES.flatMap((l) => l.people)) {
    const found = pattern.exec(ask.question);
    const inside = found ? unknown.find((t) => t.start < found.index + found[0].length && t.end > found.index) : undefined;
    if (inside) return nameWords(draft, [inside]);
  }
  return undefined;
}

/** Personal columns asked for, by their own words or as "names" of people. */
function personalColumns(draft: Draft): string[] {
  const { pack, words } = draft;
  const found = words.flatMap((t) => as(t, 'personal')?.ref ?? []);
  const name = words.find((t) => is(t, 'name'));
  if (!name) return found;
  const labels = (entity: string): string[] => [...(pack.entities.get(entity)?.columns.values() ?? [])].filter((c) => c.role === 'label' && c.sensitivity === 'personal').map((c) => `${entity}.${c.id}`);
  const entities = new Set(words.flatMap((t) => as(t, 'entity')?.ref ?? countedBy(pack, as(t, 'metric')?.ref ?? '') ?? []));
  // "names" belong to the nearest thing with a name; with nothing named, to people.
  const subjects = entities.size > 0 ? [...entities] : [...pack.entities.keys()];
  const owned = subjects.flatMap(labels);
  if (owned.length > 0 && !namesSomethingElse(draft, name)) return [...found, ...owned];
  name.used = true;
  return found;
}

function namesSomethingElse({ pack, words }: Draft, name: Draft['words'][number]): boolean {
  const at = words.indexOf(name);
  const beside = [words[at - 1], words[at + 1]];
  return beside.some((t) => {
    const entity = as(t, 'entity')?.ref;
    const dimension = as(t, 'dimension')?.ref;
    const owner = entity ?? (dimension === undefined ? undefined : pack.dimensions.get(dimension)?.entity);
    return owner !== undefined && ![...(pack.entities.get(owner)?.columns.values() ?? [])].some((c) => c.sensitivity === 'personal' && c.role === 'label');
  });
}
