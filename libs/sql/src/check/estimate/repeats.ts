/** What makes a regular expression slow in an engine that tries one way after the other. */
export interface Repeats {
  /** Something that is repeated holds a repetition, or a choice whose branches begin alike. */
  nested: boolean;
  /** How many times `.` or a class is repeated without bound. */
  wide: number;
}

interface Group {
  /** A repetition stands in it, or a group with one. */
  repeats: boolean;
  /** The first thing of each branch. */
  begins: string[];
}

/** Reads the few things of a regular expression that count, whatever dialect it is in. */
export function repeatsOf(pattern: string): Repeats {
  const found: Repeats = { nested: false, wide: 0 };
  const open: Group[] = [{ repeats: false, begins: [''] }];
  let last: Group | 'wide' | 'plain' | undefined;
  for (const [token] of pattern.matchAll(TOKENS)) {
    const here = open.at(-1)!;
    if (token === '|') {
      here.begins.push('');
      last = undefined;
    } else if (token.startsWith('(')) {
      begin(here, '(');
      open.push({ repeats: false, begins: [''] });
      last = undefined;
    } else if (token === ')') {
      if (open.length > 1) last = open.pop()!;
    } else if (QUANTIFIER.test(token)) {
      const unbounded = /^[*+]|,\}/.test(token);
      if (typeof last === 'object' && (unbounded || /\{/.test(token)) && (last.repeats || alike(last.begins))) found.nested = true;
      if (unbounded && last === 'wide') found.wide++;
      if (unbounded || token.startsWith('{')) here.repeats = true;
    } else {
      begin(here, token);
      last = WIDE.test(token) ? 'wide' : 'plain';
    }
    const around = open.at(-1)!;
    if (typeof last === 'object' && last.repeats) around.repeats = true;
  }
  return found;
}

const TOKENS = /\\.|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]])*\]|\(\?(?::|[=!]|<[=!]?)?|\(|\)|\||[*+?][?+]?|\{\d+(?:,\d*)?\}[?+]?|[\s\S]/g;
const QUANTIFIER = /^(?:[*+?][?+]?|\{\d+(?:,\d*)?\}[?+]?)$/;
const WIDE = /^(?:\.|\[|\\[wWsSdDbBpP])/;

function begin(group: Group, token: string): void {
  if (group.begins.at(-1) === '') group.begins[group.begins.length - 1] = token;
}

/** Can two branches begin with the same character? Two different plain characters can't. */
function alike(begins: readonly string[]): boolean {
  return begins.length > 1 && (begins.some((b) => b === '' || b === '(' || WIDE.test(b)) || new Set(begins.map((b) => b.toLowerCase())).size < begins.length);
}
