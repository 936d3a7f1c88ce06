import type { Locale, QueryShape } from '@countersign/contracts';

export interface Cue {
  id: string;
  /** Said so, in each language. */
  words: Readonly<Record<Locale, RegExp>>;
  /** Done so. */
  done: (shape: QueryShape) => boolean;
}

const extreme = ({ calls, limit, nested }: QueryShape): boolean => calls.includes('max') || calls.includes('min') || limit !== null || (nested > 0 && calls.includes('rank'));

/** What words of a question ask of a query's shape. */
export const CUES: readonly Cue[] = [
  { id: 'count', words: { en: /\bhow many\b|\bnumber of\b|\bcount\b|\btotal number\b|\bhow often\b/, ko: /몇|건수|개수|인원|횟수|수(?:는|를|가|\s|\?|$)/ }, done: ({ calls }) => calls.includes('count') },
  { id: 'average', words: { en: /\baverage\b|\bmean\b|\bavg\b/, ko: /평균/ }, done: ({ calls }) => calls.includes('avg') },
  { id: 'sum', words: { en: /\btotal\b(?! number)|\bsum\b|\bhow much\b|\boverall\b|\bcombined\b/, ko: /합계|총|합산/ }, done: ({ calls }) => calls.includes('sum') },
  { id: 'extreme', words: { en: /\b(?:most|least|fewest|highest|lowest|largest|smallest|biggest|oldest|youngest|earliest|latest|longest|shortest|maximum|minimum|max|min|top|best|worst|greatest|first|last|heaviest|lightest|newest|recent|more than any|less than any)\b/, ko: /가장|최대|최소|최고|최저|상위|하위|제일|최근|마지막/ }, done: extreme },
  { id: 'group', words: { en: /\b(?:each|every|per|different|respective|respectively|across|grouped|by)\b|\bfor all\b|\bmost\b|\bleast\b|\bfewest\b|\bat least\b|\bmore than\b|\bcommon\b|\bpopular\b/, ko: /별|각|마다|가장|이상|많은/ }, done: ({ grouped }) => grouped },
  { id: 'having', words: { en: /\b(?:at least|at most|more than|fewer than|less than|or more|or fewer|only|just|exactly|multiple|several|over|under)\b/, ko: /이상|이하|초과|미만|넘|만/ }, done: ({ having }) => having },
  { id: 'order', words: { en: /\b(?:order|ordered|sort|sorted|alphabetical|alphabetically|ascending|descending|lexicographic|rank|ranked|top|most|least|fewest|highest|lowest|largest|smallest|biggest|oldest|youngest|earliest|latest|longest|shortest|recent|first|last|common|popular|frequent|frequently|newest|greatest|maximum|minimum|best|worst)\b/, ko: /순|정렬|상위|하위|가장|최근|높은|낮은|많은|적은/ }, done: ({ ordered, limit }) => ordered !== null || limit !== null },
  { id: 'ranked', words: { en: /\b(?:descending|reverse|decreasing|high to low|largest to smallest|oldest to youngest|oldest to the youngest|from the oldest)\b/, ko: /내림차순|높은 순|많은 순/ }, done: ({ ordered, limit }) => ordered === 'desc' && limit === null },
  { id: 'distinct', words: { en: /\b(?:different|distinct|unique|various|kinds? of|types? of)\b/, ko: /서로 다른|중복|고유|종류/ }, done: ({ distinct }) => distinct },
  { id: 'negation', words: { en: /\b(?:not|no|never|without|except|excluding|n't|none|neither|nor|other than|do not|does not|did not|haven't|hasn't|don't|doesn't|didn't|isn't|aren't|unable|different from|lack)\b|n't\b/, ko: /않|없|제외|아닌|빼고|못/ }, done: ({ negated }) => negated },
  { id: 'either', words: { en: /\bor\b|\beither\b|\beach of\b|\bas well as\b/, ko: /또는|이나|거나|혹은/ }, done: ({ either }) => either },
  { id: 'both', words: { en: /\bboth\b|\band also\b|\bas well as\b|\band those\b|\bshared by\b|\bcommon to\b/, ko: /둘 다|모두|동시에|이면서/ }, done: ({ intersected }) => intersected },
  { id: 'more', words: { en: /\b(?:more|greater|larger|above|over|higher|older|after|at least|exceed|exceeds|exceeding|bigger|longer|later|since|between|or more|from|heavier|above the)\b/, ko: /이상|초과|넘|보다|이후|부터|큰|많/ }, done: ({ compared }) => compared.includes('more') },
  { id: 'less', words: { en: /\b(?:less|fewer|smaller|below|under|lower|younger|before|at most|shorter|earlier|between|up to|or less|lighter|until|prior)\b/, ko: /이하|미만|보다|이전|까지|작|적/ }, done: ({ compared }) => compared.includes('less') },
];
