import { Exact } from '../exact.js';
import { findFigures, type Figure } from '../find-figures.js';

export type FigureRole =
  /** Must stand on the table. */
  | 'claim'
  /** A date, a year, a place in a list, part of a name: says no quantity. */
  | 'aside'
  | 'rank'
  /** A score, '3 - 1': stands in a cell as it is. */
  | 'quote';

export interface ProseFigure extends Figure {
  role: FigureRole;
  /** 'about', 'more than', 'nearly': how the figure may stand to the value. */
  bound: 'exact' | 'about' | 'above' | 'below';
}

const WORDS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20,
};
const KOREAN: Readonly<Record<string, number>> = { 두: 2, 세: 3, 네: 4, 다섯: 5, 여섯: 6, 일곱: 7, 여덟: 8, 아홉: 9, 열: 10 };

const MONTHS = '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Stretches that tell a time or a place in an order. */
const TIMES = new RegExp([
  '\\d{4}-\\d{1,2}(?:-\\d{1,2})?(?!\\d)', '\\d{1,4}[/.]\\d{1,2}[/.]\\d{1,4}(?!\\d)', `${MONTHS}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?(?:\\s*,?\\s*\\d{4})?(?![\\d,.]*\\d|\\s*%)`, `\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTHS}(?:\\s*,?\\s*\\d{4})?(?!\\p{L})`, `${MONTHS}\\.?,?\\s+\\d{4}(?!\\d)`,
  '(?:\\d{2,4}\\s*년\\s*)?(?:\\d{1,2}\\s*월(?:\\s*\\d{1,2}\\s*일)?|[1-4]\\s*분기|\\d{1,2}\\s*주차)', '\\d{4}\\s*년(?:도|대)?(?!간)', '\\d{4}\\s*[-–/]\\s*(?:\\d{4}|\\d{2})(?!\\d)', '(?<!\\p{L})(?:q[1-4]|h[12]|fy\\s?\\d{2,4}|w\\d{1,2})(?:\\s+\\d{4})?(?!\\p{L})', '\\d{1,2}:\\d{2}(?::\\d{2})?', '\\d{4}s(?!\\p{L})',
  '(?<=(?:in|of|since|during|year|until|till|by|for|from|between|to|through|after|before|and|versus|vs\\.?|than|fiscal|season|the|to)\\s)(?:19|20)\\d{2}(?![\\d,.]*\\d|\\s*(?:%|percent|units?|orders?|items?|people|rows?|customers?))',
].join('|'), 'giu');
const ORDINAL = /\d+(?:st|nd|rd|th)(?!\p{L})|제?\s?\d+\s?(?:번째|등|위)(?!\p{L})/giu;
const RANKED = /\b(?:rank(?:s|ed|ing)?|place[sd]?|finish(?:es|ed)?|position|highest|lowest|largest|smallest|most|least)\b|위/i;
const LISTED = /(?:\b(?:top|bottom|first|last|no\.?|number|#)\s*|상위\s?|하위\s?|최근\s?|지난\s?)$/i;

const BOUNDS: readonly (readonly [ProseFigure['bound'], RegExp, RegExp])[] = [
  ['about', /(?:about|around|roughly|approximately|approx\.?|some|circa|~|약|대략)\s*$/i, /^\s?(?:정도|쯤|가량|안팎)/],
  ['above', /(?:over|more than|above|at least|greater than|exceed(?:s|ed|ing)?|higher than|upwards of|better than)\s*(?:a )?$/i, /^\S{0,3}\s?(?:이상|초과|넘|을 넘|를 넘|여\s)|^\s?(?:or more|or higher|plus\b)/i],
  ['below', /(?:under|less than|below|fewer than|at most|nearly|almost|up to|lower than|just shy of|거의)\s*(?:a )?$/i, /^\S{0,3}\s?(?:이하|미만|가까|에 육박|못 미)|^\s?(?:or less|or fewer)/i],
];

/** The figures of a text, each with what it is for. "Doubled" and "half" name no figure. */
export function proseFigures(text: string): ProseFigure[] {
  const found = readFigures(text);
  const scores = [...text.matchAll(SCORE)].filter(({ index, 0: score }) => !found.some(({ role, span }) => role === 'aside' && index <= span.start && span.end <= index + score.length + 1));
  const quotes = scores.map(({ index, 0: score }): ProseFigure => ({ text: score.replace(/[–−:]/g, '-'), span: { start: index, end: index + score.length }, value: undefined, scale: 0, exponent: 0, unit: undefined, role: 'quote', bound: 'exact' }));
  const apart = found.filter(({ span }) => !quotes.some((quote) => quote.span.start <= span.start + 1 && span.end <= quote.span.end + 1));
  return [...apart, ...quotes].sort((a, b) => a.span.start - b.span.start);
}

const SCORE = /(?<![\d.,-])\d{1,3}(?:\s?[-–−:]\s?\d{1,3}){1,2}(?!\d|[.,]\d|\s?[%-])/g;

/** Words further away say nothing of a figure. */
const REACH = 40;

function readFigures(text: string): ProseFigure[] {
  const asides = [...text.matchAll(TIMES)].map((match) => [match.index, match.index + match[0].length] as const);
  const ordinals = [...text.matchAll(ORDINAL)].map((match) => [match.index, match.index + match[0].length] as const);
  const within = (spans: readonly (readonly [number, number])[], { start, end }: Figure['span']): boolean => spans.some(([from, to]) => from <= start + 1 && end <= to + 1 && start < to);
  return findFigures(text).flatMap((figure): ProseFigure[] => {
    const { span } = figure;
    const worded = wordValue(figure.text);
    if (figure.value === undefined && worded === undefined && /^\p{L}/u.test(figure.text)) return [];
    const [before, after] = [text.slice(Math.max(0, span.start - REACH), span.start), text.slice(span.end, span.end + REACH)];
    const bound = BOUNDS.find(([, ahead, behind]) => ahead.test(before) || behind.test(after))?.[0] ?? 'exact';
    const ranked = within(ordinals, span);
    const aside = within(asides, span) || LISTED.test(before) || /^\s?of (?:the|its|their|\d)/i.test(after) && figure.text === '1';
    const role = ranked ? (RANKED.test(text) ? 'rank' : 'aside') : aside ? 'aside' : 'claim';
    return [{ ...figure, value: figure.value ?? worded, role, bound }];
  });
}

function wordValue(text: string): Exact | undefined {
  const english = WORDS[text.toLowerCase()];
  const korean = /^(\p{Script=Hangul}+?)\s?(?:개|건|명|곳|번|가지)$/u.exec(text)?.[1];
  const value = english ?? (korean === undefined ? undefined : KOREAN[korean]);
  return value === undefined ? undefined : new Exact(value);
}
