import type { Expr } from '@countersign/contracts';
import { lacks, type CallLowering } from '../lowering.js';

/** Letters of to_char and to_date, longest first, and DATE_FORMAT's for them. What pads with blanks or depends on the case of the letters is not among them. */
const LETTERS: readonly (readonly [string, string])[] = [
  ['HH24', '%H'], ['HH12', '%h'], ['YYYY', '%Y'], ['IYYY', '%x'], ['FMMonth', '%M'], ['FMDay', '%W'], ['FMMM', '%c'], ['FMDD', '%e'], ['DDD', '%j'], ['Mon', '%b'], ['YY', '%y'], ['MM', '%m'], ['DD', '%d'],
  ['HH', '%h'], ['MI', '%i'], ['SS', '%s'], ['US', '%f'], ['IW', '%v'], ['Dy', '%a'], ['AM', '%p'], ['PM', '%p'],
];

/** A canonical date format in MySQL's letters. */
export function dateFormat({ low, call }: CallLowering, at: number): Expr {
  const arg = call.args[at];
  if (arg?.kind !== 'string') return lacks(low, `${call.name} without a format in quotes`, call.at);
  let rest = arg.value;
  let text = '';
  while (rest) {
    const known = LETTERS.find(([letters]) => rest.startsWith(letters));
    const quoted = known ? undefined : /^"([^"%]*)"/.exec(rest);
    if (!known && !quoted && !/^[-/.:, T]/.test(rest)) return lacks(low, `the date format ${arg.value}`, arg.at);
    text += known ? known[1] : quoted ? quoted[1]! : rest[0]!;
    rest = rest.slice(known ? known[0].length : quoted ? quoted[0].length : 1);
  }
  return { ...arg, value: text };
}
