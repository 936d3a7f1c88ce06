import type { CallExpr, Expr } from '@countersign/contracts';
import { spellingOf } from '../dialects/spelling/spelling-of.js';
import { refuse } from '../refusal.js';
import { FUNCTIONS } from '../registry/functions.js';
import { DATE_WORDS } from '../registry/native/date-words.js';
import { functionFor } from '../registry/native/function-for.js';
import { printExpr, printOperand } from './expr.js';
import { printOrder } from './query.js';
import type { Printing } from './printing.js';

/** The call as the engine writes it, up to the closing bracket. A function without a registry entry can't be printed. */
export function spell(p: Printing, e: CallExpr): string {
  if (!functionFor(p.rules.name, e.name) && !FUNCTIONS.has(e.name)) refuse('unknown-function', `${e.name} is not a function a query may use`, e.at);
  const spelling = spellingOf(p.rules.name, e.name);
  if (spelling === undefined) refuse('not-in-dialect', `${e.name} can't be said in ${p.rules.name}`, e.at);
  const distinct = e.distinct ? 'DISTINCT ' : '';
  const order = e.orderBy.length ? ` ORDER BY ${printOrder(p, e.orderBy)}` : '';
  if (/[{A-Z]/.test(spelling)) return fill(p, spelling, e.args, { distinct, order });
  return `${spelling}(${distinct}${e.args.map((a) => printExpr(p, a)).join(', ')}${order})`;
}

/** `[…]` stands only when the argument in it is there; `{distinct}` and `{order}` are what an aggregate has inside its brackets. */
function fill(p: Printing, template: string, args: readonly Expr[], inside: { distinct: string; order: string }): string {
  return template
    .replace(/\[([^\]]*\{(\d)\}[^\]]*)\]/g, (_, part: string, index: string) => (args[Number(index)] ? part : ''))
    .replace(/\{(?:(\d)(:word|:name|:bare|:cast|:convert)?|(distinct|order))\}/g, (_, index: string, how: string | undefined, part: 'distinct' | 'order' | undefined) => {
      if (part) return inside[part];
      const arg = args[Number(index)];
      if (!arg) refuse('wrong-arguments', 'an argument is missing');
      if (how === ':name') return arg.kind === 'string' ? p.rules.quoteName(arg.value) : refuse('wrong-arguments', 'a name is missing', arg.at);
      return how === ':word' ? keyword(arg) : how === ':bare' ? bareName(arg) : how ? typed(p, arg, how) : printOperand(p, arg);
    });
}

function keyword(arg: Expr): string {
  if (arg.kind !== 'string' || !DATE_WORDS.has(arg.value)) refuse('wrong-arguments', 'EXTRACT takes a date field: year, month, day, …', arg.at);
  return arg.value;
}

function bareName(arg: Expr): string {
  if (arg.kind !== 'string' || !/^[A-Za-z]\w{0,59}$/.test(arg.value)) return refuse('wrong-arguments', 'a name is missing', arg.at);
  return arg.value;
}

/** What stands inside a cast of another name: `value AS type`, or `type, value`. */
function typed(p: Printing, arg: Expr, how: string): string {
  if (arg.kind !== 'cast') return refuse('wrong-arguments', 'a cast is missing', arg.at);
  const [value, type] = [printExpr(p, arg.operand), p.rules.typeName(arg.type)];
  return how === ':cast' ? `${value} AS ${type}` : `${type}, ${value}`;
}
