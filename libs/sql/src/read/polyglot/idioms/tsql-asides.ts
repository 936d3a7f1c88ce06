import type { Aside } from '../left-out.js';
import { allInCall, listOf, respectNulls, wordsBehind } from '../left-out.js';

/** Query hints (Transact-SQL, "Hints: query"): all of them choose a plan, its memory or its label. MAXRECURSION ends a recursion that the gate has bounded. */
const QUERY_HINT = new RegExp(`^(?:${[
  '(?:hash|order) group', '(?:concat|hash|merge) union', '(?:loop|merge|hash) join', 'disable_optimized_plan_forcing', 'expand views', 'fast 9', 'force order', '(?:force|disable) externalpushdown',
  '(?:force|disable) scaleoutexecution', 'ignore_nonclustered_columnstore_index', 'keep plan', 'keepfixed plan', 'm(?:ax|in)_grant_percent = 9', 'maxdop 9', 'maxrecursion 9', 'no_performance_spool', 'optimize for unknown',
  'parameterization (?:simple|forced)', 'querytraceon 9', 'recompile', 'robust plan', "use hint \\( 's'(?: , 's')* \\)", "use plan 's'", "label = 's'",
].join('|')})$`);

/**
 * Table hints that choose an index or an isolation whose rows are those of READ COMMITTED at worst: what is printed reads as
 * committed. Hints that lock (UPDLOCK, XLOCK, HOLDLOCK, TABLOCK) or skip rows (READPAST) are not among them.
 */
const INDEX_NAME = '(?:[\\w$]+|q|9)';
const TABLE_HINT = new RegExp(`^(?:nolock|readuncommitted|readcommitted|noexpand|forcescan|forceseek(?: \\( ${INDEX_NAME} \\( .+ \\) \\))?|index (?:= ${INDEX_NAME}|\\( ${INDEX_NAME}(?: , ${INDEX_NAME})* \\)|= \\( ${INDEX_NAME} \\)))(?: (?:nolock|noexpand))?$`);

/** OPTION (…) is the end of a statement. */
const queryHints: Aside = (words, i) => {
  const end = listOf(/^option$/, 1, QUERY_HINT)(words, i);
  return end === words.length ? end : undefined;
};

/** `FROM t (NOLOCK)`, without the WITH that newer versions want. */
const bareHint: Aside = (words, i) => {
  if (words.at(i) !== '(' || !/^(?:nolock|readuncommitted)$/.test(words.at(i + 1)) || words.at(i + 2) !== ')') return undefined;
  let name = i - 1;
  while (words.at(name - 1) === '.') name -= 2;
  return /^(?:from|join)$/.test(words.at(name - 1)) ? i + 3 : undefined;
};

export const TSQL_ASIDES: readonly Aside[] = [
  queryHints,
  listOf(/^with$/, 1, TABLE_HINT),
  bareHint,
  // INNER HASH JOIN: how to join.
  (words, i) => (words.at(i + 1) === 'join' ? wordsBehind(/^(?:loop|hash|merge|remote)$/, 1, /^(?:inner|left|right|full|outer)$/)(words, i) : undefined),
  respectNulls,
  allInCall,
];
