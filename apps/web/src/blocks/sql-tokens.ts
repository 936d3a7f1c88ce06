export interface SqlToken {
  kind: 'word' | 'name' | 'text' | 'number' | 'note' | 'mark';
  text: string;
}

const WORDS = new Set(
  `all and any as asc between by case cast coalesce count cross date desc distinct else end except exists extract false fetch filter first following
  from full group grouping having in inner intersect interval is join last lateral left like limit next not null nulls offset on only or order outer over
  partition preceding range right row rows select sets some sum then ties to top true unbounded union using values when where window with within`.split(/\s+/),
);

// One alternative per kind, tried in order. Unclosed text and notes run to the end.
const TOKEN = /(?<note>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>[NE]?'(?:[^']|'')*(?:'|$))|(?<name>"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]\n]+\])|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<mark>[^\p{L}\p{N}_"'`]+?|.)/gsu;

/** Cuts SQL for reading. It colours; it decides nothing, so it accepts any text and loses no character. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const { groups, 0: text } of sql.matchAll(TOKEN)) {
    const kind = (Object.keys(groups ?? {}) as SqlToken['kind'][]).find((name) => groups?.[name] !== undefined) ?? 'mark';
    const shown = kind === 'word' && !WORDS.has(text.toLowerCase()) ? 'name' : kind;
    const last = tokens.at(-1);
    if (shown === 'mark' && last?.kind === 'mark') last.text += text;
    else tokens.push({ kind: shown, text });
  }
  return tokens;
}

/** The same tokens cut at line ends. */
export function sqlLines(sql: string): SqlToken[][] {
  const lines: SqlToken[][] = [[]];
  for (const token of sqlTokens(sql)) {
    for (const [index, text] of token.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text) lines.at(-1)?.push({ kind: token.kind, text });
    }
  }
  return lines;
}

const BREAK_BEFORE = new Set(['from', 'where', 'group', 'having', 'order', 'limit', 'union', 'intersect', 'except', 'offset', 'fetch', 'join', 'left', 'right', 'inner', 'full', 'cross']);

const JOIN_KINDS = new Set(['left', 'right', 'inner', 'full', 'cross']);

/**
 * Breaks one long line at its clauses, for reading only: the copy button gives the text as it is.
 * SQL that already has line ends comes back unchanged.
 */
export function layOutSql(sql: string): string {
  if (sql.includes('\n')) return sql;
  let depth = 0;
  let out = '';
  let joining = false;
  const mark = (text: string): void => {
    for (const character of text) {
      if (character === ' ' && out.endsWith(',\n  ')) continue;
      if (character === '(') depth++;
      if (character === ')') depth--;
      out += depth === 0 && character === ',' ? ',\n  ' : character;
    }
  };
  for (const token of sqlTokens(sql)) {
    if (token.kind === 'mark') {
      mark(token.text);
      continue;
    }
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (depth === 0 && BREAK_BEFORE.has(word) && !joining && out) out = `${out.trimEnd()}\n`;
    if (word) joining = JOIN_KINDS.has(word) || (joining && word === 'outer');
    out += token.text;
  }
  return out;
}
