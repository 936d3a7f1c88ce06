import type { Grid } from './grid.js';

/** Where a text names a column, or rows by the value of a column. */
export interface Mention {
  start: number;
  end: number;
  column: number;
  /** undefined: the column itself. */
  rows?: readonly number[];
}

/** Lower case, punctuation as blanks, of the same length, so that places stay. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}.+%&]/gu, ' ').replace(/\.(?!\d)/g, ' ');
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** How people write a date that stands for a bucket. */
function dateForms(text: string): string[] {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[ T]00:00.*)?$/.exec(text) ?? [];
  if (year === '') return [];
  const [name = '', m] = [MONTHS[Number(month) - 1], Number(month)];
  const quarter = Math.floor((m - 1) / 3) + 1;
  const months = [`${name} ${year}`, `${name.slice(0, 3)} ${year}`, `${year} ${month}`, `${year}년 ${m}월`, `${m}월`, name, ...(name.length > 3 ? [name.slice(0, 3)] : [])];
  const quarters = (m - 1) % 3 === 0 ? [`q${quarter} ${year}`, `${year} q${quarter}`, `q${quarter}`, `${year}년 ${quarter}분기`, `${quarter}분기`] : [];
  const days = day === '' ? [] : [`${year} ${month} ${day}`, `${name} ${Number(day)} ${year}`, `${name} ${Number(day)}`, `${Number(day)} ${name}`, `${m}월 ${Number(day)}일`, `${year}년 ${m}월 ${Number(day)}일`];
  return [...days, ...(day === '' || day === '01' ? [...months, ...quarters] : [])].filter((form) => form !== '');
}

function formsOf(text: string): string[] {
  const form = plain(text).replace(/\s+/g, ' ').trim();
  return [form, ...(/\p{L}{3}s$/u.test(form) ? [form.slice(0, -1)] : []), ...dateForms(text), ...(/^\d{4}$/.test(text) ? [`${text}년`] : [])];
}

/** Where a form stands in a text as words of its own; Korean words may carry particles. */
function places(haystack: string, form: string): number[] {
  if (form === '') return [];
  const found: number[] = [];
  for (let at = haystack.indexOf(form); at !== -1; at = haystack.indexOf(form, at + 1)) {
    const [before, after] = [haystack.charAt(at - 1), haystack.charAt(at + form.length)];
    const ends = !/[\p{L}\p{N}]/u.test(after) || (/\p{Script=Hangul}$/u.test(form) || /\p{Script=Hangul}/u.test(after)) || /^(?:e?s)\b/.test(haystack.slice(at + form.length));
    if (!/[\p{L}\p{N}.]/u.test(before) && ends) found.push(at);
  }
  return found;
}

/** A column of years, told by its name or by standing first before others. */
export function isYearColumn(grid: Grid, column: number): boolean {
  const years = grid.cells.every((row) => /^(?:(?:19|20)\d{2})?$/.test(row[column]?.text ?? ''));
  return years && (/year|season|\bfy\b|연도|년/i.test(grid.columns[column]?.name ?? '') || (column === 0 && grid.columns.length > 1));
}

/** Every place where a text names a column or the value of a cell that names rows, longest first where they overlap. */
export function mentionsIn(text: string, grid: Grid): Mention[] {
  const haystack = plain(text).replace(/\s/g, ' ');
  const found: Mention[] = [];
  const seen = new Map<string, { column: number; rows: number[] }>();
  grid.cells.forEach((row, r) => row.forEach((cell, column) => {
    if (cell.text === '' || (cell.value !== undefined && !isYearColumn(grid, column))) return;
    const key = `${column} ${cell.text.toLowerCase()}`;
    const known = seen.get(key);
    if (known) known.rows.push(r);
    else seen.set(key, { column, rows: [r] });
  }));
  for (const [key, { column, rows }] of seen) {
    const value = key.slice(key.indexOf(' ') + 1);
    for (const form of formsOf(value)) for (const at of places(haystack, form)) found.push({ start: at, end: at + form.length, column, rows });
  }
  grid.columns.forEach(({ name }, column) => {
    for (const form of headerForms(name)) for (const at of places(haystack, form)) found.push({ start: at, end: at + form.length, column });
  });
  found.push(...numbered(haystack, grid), ...spans(haystack, grid), ...partial(haystack, seen, found), ...alike(haystack, seen, found), ...headerWords(haystack, grid));
  return longest(found);
}

/** Of a column no value of which is named in full, the longer names most words of which are there. */
function alike(haystack: string, seen: ReadonlyMap<string, { column: number; rows: number[] }>, whole: readonly Mention[]): Mention[] {
  const best = new Map<number, { share: number; mentions: Mention[] }>();
  for (const [key, { column, rows }] of seen) {
    if (whole.some((mention) => mention.column === column && mention.rows)) continue;
    const words = [...new Set(plain(key.slice(key.indexOf(' ') + 1)).split(/\s+/).filter((word) => word.length > 2))];
    const at = words.map((word) => places(haystack, word)[0] ?? -1).filter((place) => place !== -1);
    const share = at.length / words.length;
    const known = best.get(column);
    if (words.length < 2 || at.length < 2 || share < 0.6 || share < (known?.share ?? 0)) continue;
    const start = Math.min(...at);
    const mention = { start, end: start + 1, column, rows };
    best.set(column, { share, mentions: share === known?.share ? [...known.mentions, mention] : [mention] });
  }
  return [...best.values()].flatMap(({ mentions }) => mentions);
}

function headerForms(name: string): string[] {
  const form = plain(name.replace(/_/g, ' ')).replace(/\s+/g, ' ').trim();
  const bare = form.replace(/\s?\b(?:usd|krw|percent|count|no\.?|total)\b/g, '').trim();
  const singular = form.replace(/s$/, '');
  return [...new Set([form, bare, singular, ...dateForms(name)])].filter((one) => one.length > 1 || /\p{Script=Hangul}/u.test(one));
}

/** 'In October', 'in 2025': the rows whose date lies there. */
function spans(haystack: string, grid: Grid): Mention[] {
  const words = [...MONTHS.flatMap((month, i) => [month, month.slice(0, 3), `${i + 1}월`].map((form) => ({ form, test: new RegExp(`^\\d{4}-${String(i + 1).padStart(2, '0')}(?!\\d)|(?<!\\p{L})${month.slice(0, 3)}(?:${month.slice(3)}|\\.)?(?!\\p{L})`, 'iu') })))];
  const years = [...new Set(haystack.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? [])].map((year) => ({ form: year, test: new RegExp(`^${year}-\\d\\d|(?<!\\d)${year}$`) }));
  return [...words, ...years].flatMap(({ form, test }) => {
    const at = places(haystack, form);
    if (at.length === 0) return [];
    return grid.columns.flatMap((_, column) => {
      const rows = grid.cells.flatMap((row, r) => (row[column]?.value === undefined && test.test(row[column]?.text ?? '') ? [r] : []));
      return rows.length === 0 ? [] : at.map((start) => ({ start, end: start + form.length, column, rows }));
    });
  });
}

/** 'week 6', 'order 1042', 'weeks 1, 2 and 10': the row whose column of that name has this number. */
function numbered(haystack: string, grid: Grid): Mention[] {
  return grid.columns.flatMap(({ name }, column) => {
    const [form = ''] = headerForms(name);
    const words = form.replace(/ (?:id|no|number|code)$/, '').replace(/s$/, '');
    if (!grid.numeric[column] || !/^\p{L}[\p{L} ]{2,}$/u.test(words)) return [];
    const named = new RegExp(`(?<!\\p{L})${words}s?(?: (?:id|no|number|code))? (\\d+(?:(?: (?:and|or|to|&))? +\\d+)*)(?![\\d.%])|(?<![\\d.])(\\d+)(?:st|nd|rd|th) ${words}(?!\\p{L})`, 'gu');
    return [...haystack.matchAll(named)].flatMap((match) => {
      const list = (match[1] ?? match[2] ?? '').match(/\d+/g) ?? [];
      return list.flatMap((wanted) => {
        const rows = grid.cells.flatMap((row, r) => (row[column]?.value?.eq(wanted) ? [r] : []));
        return rows.length === 0 ? [] : [{ start: match.index, end: match.index + match[0].length, column, rows }];
      });
    });
  });
}

/** One word of a column's name: 'points' of 'points for' and 'points against' alike. */
function headerWords(haystack: string, grid: Grid): Mention[] {
  return grid.columns.flatMap(({ name }, column) => {
    const words = new Set(plain(name.replace(/_/g, ' ')).split(/\s+/).map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')));
    return [...words].filter((word) => /^(?:\p{L}{4,}|(?:19|20)\d{2})$/u.test(word) && !DULL.has(word)).flatMap((word) => [word, `${word}s`].flatMap((form) => places(haystack, form).map((at) => ({ start: at, end: at + form.length, column }))));
  });
}

const DULL = new Set(['total', 'number', 'count', 'name', 'date', 'year', 'average', 'amount', 'value', 'ended', 'december', 'june', 'march', 'september', 'thousand', 'million', 'with', 'from', 'have', 'than']);

/** A word that only one value of a column has stands for the value: a last name, a town. */
function partial(haystack: string, seen: ReadonlyMap<string, { column: number; rows: number[] }>, whole: readonly Mention[]): Mention[] {
  const owners = new Map<string, string[]>();
  for (const key of seen.keys()) {
    const at = key.indexOf(' ');
    for (const word of new Set(plain(key.slice(at + 1)).split(/\s+/))) {
      if (!/^\p{L}{4,}$/u.test(word)) continue;
      const id = `${key.slice(0, at)} ${word}`;
      owners.set(id, [...(owners.get(id) ?? []), key]);
    }
  }
  return [...owners].flatMap(([id, keys]) => {
    const owner = keys.length === 1 ? seen.get(keys[0] ?? '') : undefined;
    if (!owner) return [];
    const word = id.slice(id.indexOf(' ') + 1);
    return places(haystack, word).filter((at) => !whole.some(({ start, end }) => start <= at && at < end)).map((at) => ({ start: at, end: at + word.length, ...owner }));
  });
}

function longest(mentions: readonly Mention[]): Mention[] {
  const kept: Mention[] = [];
  for (const mention of [...mentions].sort((a, b) => b.end - b.start - (a.end - a.start))) {
    const covered = kept.some(({ start, end }) => start <= mention.start && mention.end <= end && end - start > mention.end - mention.start);
    if (!covered) kept.push(mention);
  }
  return kept.sort((a, b) => a.start - b.start);
}
