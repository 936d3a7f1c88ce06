// A statement as pieces of text that join to it again, and what stands where in it, near enough for any engine's language.
const TOKEN = /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|[eEnN]?'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|::|->>|->|<>|<=|>=|\|\||[\s\S]/gu;

export const tokensOf = (sql) => sql.match(TOKEN) ?? [];

export function edited(sql, edit) {
  const tokens = tokensOf(sql);
  if (tokens.length) edit(tokens);
  return tokens.join('');
}

/** The index behind the bracket that closes the one at `start`. */
export function closing(tokens, start) {
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    if (tokens[i] === '(') depth++;
    if (tokens[i] === ')' && --depth === 0) return i + 1;
  }
  return tokens.length;
}

const CLAUSES = { select: 'expr', distinct: 'expr', from: 'item', join: 'item', where: 'expr', on: 'expr', having: 'expr', by: 'order', when: 'expr', then: 'expr', else: 'expr', and: 'expr', or: 'expr', not: 'expr', between: 'expr', limit: 'limit', offset: 'limit', top: 'limit', fetch: 'limit', next: 'limit', first: 'limit', with: 'with', values: 'expr', using: 'using' };
const WORDS = new Set([...Object.keys(CLAUSES), 'as', 'case', 'end', 'is', 'null', 'in', 'like', 'exists', 'group', 'order', 'partition', 'over', 'union', 'all', 'left', 'right', 'full', 'inner', 'outer', 'cross', 'asc', 'desc', 'rows', 'only', 'intersect', 'except', 'minus', 'escape', 'within', 'filter', 'lateral', 'interval', 'recursive', 'true', 'false', 'row', 'range', 'preceding', 'following', 'current', 'unbounded', 'cast', 'set', 'date', 'timestamp', 'nulls', 'last', 'any', 'some', 'similar', 'to', 'ilike', 'rlike', 'regexp', 'natural', 'window', 'array', 'collate', 'at', 'time', 'zone']);
const NAME = /^(?:[\p{L}_]|["`[].)/u;

/**
 * What stands where: `[start, end)` of operands (`expr`), of those in ORDER BY and GROUP BY (`order`), of parts of FROM
 * (`item`), and the places of amounts (`limit`), types, aliases, strings, names and blanks.
 */
export function placesOf(tokens) {
  const places = { expr: [], order: [], item: [], limit: [], type: [], alias: [], string: [], name: [], blank: [] };
  const around = [];
  let clause = 'none';
  let before = '';
  let operand = true;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (/^(?:\s|--|\/\*)/.test(token)) {
      places.blank.push(i);
      continue;
    }
    const word = token.toLowerCase();
    if (/^[eEnN]?'/.test(token)) places.string.push(i);
    if (clause === 'limit' && /^\d/.test(token)) places.limit.push(i);
    const named = NAME.test(token) && !WORDS.has(word);
    if (before === '::' || (before === 'as' && clause === 'cast')) places.type.push(i);
    else if (before === 'as' && named) places.alias.push(i);
    else if (named) places.name.push(i);
    if (operand && (named || token === '(' || /^(?:['\d]|[eEnN]')/.test(token)) && places[clause]?.push && clause !== 'limit') places[clause].push([i, endOf(tokens, i)]);
    if (token === '(') {
      around.push(clause);
      if (before === 'cast' || before === 'try_cast') clause = 'cast';
      else if (clause === 'item' && !operand) clause = 'expr';
      else if (clause === 'none' || clause === 'with') clause = 'inner';
    } else if (token === ')') clause = around.pop() ?? 'none';
    else if (CLAUSES[word] && !(word === 'and' && clause === 'order')) clause = CLAUSES[word] === 'expr' && clause === 'cast' ? 'cast' : CLAUSES[word];
    operand = token === '(' || token === ',' || CLAUSES[word] !== undefined || /^(?:[-+*/%=<>|]|<>|<=|>=|\|\|)$/.test(token) || word === 'case' || word === 'like' || word === 'lateral';
    before = word;
  }
  return places;
}

/** Behind an operand: a bracketed group, a dotted name, a call with its brackets, or one token. */
function endOf(tokens, start) {
  if (tokens[start] === '(') return closing(tokens, start);
  let end = start + 1;
  while (tokens[end] === '.' && end + 1 < tokens.length) end += 2;
  return tokens[end] === '(' ? closing(tokens, end) : end;
}
