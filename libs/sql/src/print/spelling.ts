import type { CallExpr, Expr } from '@countersign/contracts';
import { spellingOf } from '../dialects/spelling/spelling-of.js';
import { refuse } from '../refusal.js';
import { DATE_FIELDS } from '../registry/dates.js';
import { FUNCTIONS } from '../registry/functions.js';
import { functionFor } from '../registry/native/function-for.js';
import { printExpr, printOperand } from './expr.js';
import { printOrder } from './query.js';
import type { Printing } from './printing.js';

/** The call as the engine writes it, up to the closing bracket. A function without a registry entry can't be printed. */
export function spell(p: Printing, e: CallExpr): string {
  if (!functionFor(p.rules.name, e.name) && !FUNCTIONS.has(e.name)) refuse('unknown-function', `${e.name} is not a function a query may use`, e.at);
  const spelling = spellingOf(p.rules.name, e.name);
  if (spelling === undefined) refuse('not-in-dialect', `${e.name} can't be said in ${p.rules.name}`, e.at);
  if (/[{A-Z]/.test(spelling)) return fill(p, spelling, e.args);
  const order = e.orderBy.length ? ` ORDER BY ${printOrder(p, e.orderBy)}` : '';
  return `${spelling}(${e.distinct ? 'DISTINCT ' : ''}${e.args.map((a) => printExpr(p, a)).join(', ')}${order})`;
}

/** `[…]` stands only when the argument in it is there. */
function fill(p: Printing, template: string, args: readonly Expr[]): string {
  return template
    .replace(/\[([^\]]*\{(\d)\}[^\]]*)\]/g, (_, part: string, index: string) => (args[Number(index)] ? part : ''))
    .replace(/\{(\d)(:word)?\}/g, (_, index: string, word: string | undefined) => {
      const arg = args[Number(index)];
      if (!arg) refuse('wrong-arguments', 'an argument is missing');
      return word ? keyword(arg) : printOperand(p, arg);
    });
}

function keyword(arg: Expr): string {
  if (arg.kind !== 'string' || !DATE_FIELDS.has(arg.value)) refuse('wrong-arguments', 'EXTRACT takes a date field: year, month, day, …', arg.at);
  return arg.value;
}
