import type { CallExpr, Expr } from '@countersign/contracts';
import { spellingOf } from '../dialects/spelling/spelling-of.js';
import { refuse } from '../refusal.js';
import { FUNCTIONS } from '../registry/functions.js';
import { isClausePart, takesClause } from '../dialects/clauses.js';
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
  const clause = printClause(p, e);
  const args = e.args.map((a) => printExpr(p, a));
  if (p.plainly && WORDS_ONLY_HERE.has(e.name)) return `${e.name}(${args.join(', ')})`;
  if (/[{A-Z]/.test(spelling)) return fill(p, spelling, e.args, { distinct, order, clause });
  // What a conversion gives when it fails stands behind its first argument.
  if (clause.endsWith('ON CONVERSION ERROR')) args[0] += clause;
  const called = spelling === e.name ? p.rules.functionName?.(e) ?? spelling : spelling;
  return `${called}(${distinct}${args.join(', ')}${order}${clause.endsWith('ON CONVERSION ERROR') ? '' : clause})`;
}

/** Operators of one engine that other readers have no words for. */
export const WORDS_ONLY_HERE: ReadonlySet<string> = new Set(['is_json', 'like_regexpr', 'as_interval']);
/** Calls with a grammar of their own that other readers see otherwise. */
export const PAIRED: ReadonlySet<string> = new Set(['json_object_of', 'json_objectagg']);

/** What stands behind the arguments: known words, and literals. */
function printClause(p: Printing, { name, clause, at }: CallExpr): string {
  if (!clause) return '';
  if (!takesClause(p.rules.name, name) || !clause.every((part) => typeof part !== 'string' || isClausePart(part))) refuse('not-in-dialect', `this clause of ${name} can't be said in ${p.rules.name}`, at);
  if (p.plainly) return clause.filter((part): part is Expr => typeof part !== 'string').map((e) => `, ${printOperand(p, e)}`).join('');
  return clause.map((part) => (part === ',' ? ',' : ` ${typeof part === 'string' ? part : printOperand(p, part)}`)).join('');
}

/** `[…]` stands only when the argument in it is there; `{distinct}` and `{order}` are what an aggregate has inside its brackets. */
function fill(p: Printing, template: string, args: readonly Expr[], inside: { distinct: string; order: string; clause: string }): string {
  return template
    .replace(/\[([^\]]*\{(\d)\}[^\]]*)\]/g, (_, part: string, index: string) => (args[Number(index)] ? part : ''))
    .replace(/\{(?:(\d)(:word|:name|:bare|:hex|:cast|:convert)?|(distinct|order|clause)|pairs(:|=))\}/g, (_, index: string, how: string | undefined, part: 'distinct' | 'order' | 'clause' | undefined, pairs: string | undefined) => {
      if (part) return inside[part];
      if (pairs) return printPairs(p, args, p.plainly ? ', ' : pairs === ':' ? ': ' : ' VALUE ');
      const arg = args[Number(index)];
      if (!arg) refuse('wrong-arguments', 'an argument is missing');
      if (how === ':name') return arg.kind === 'string' ? p.rules.quoteName(arg.value) : refuse('wrong-arguments', 'a name is missing', arg.at);
      if (how === ':hex') return hexDigits(arg);
      return how === ':word' ? keyword(arg) : how === ':bare' ? bareName(arg) : how ? typed(p, arg, how) : printOperand(p, arg);
    });
}

/** Names and values by turns, as JSON_OBJECT takes them. */
function printPairs(p: Printing, args: readonly Expr[], sign: string): string {
  if (args.length % 2) refuse('wrong-arguments', 'each name needs a value');
  return args.flatMap((name, i) => (i % 2 ? [] : [`${printOperand(p, name)}${sign}${printOperand(p, args[i + 1]!)}`])).join(', ');
}

/** The units of an interval that has several, with how many digits they may have (Oracle). */
const INTERVAL_SPAN = /^(?:year|month|day|hour|minute|second)(?: \(\d\))?(?: to (?:month|hour|minute|second)(?: \(\d\))?)?$/;

function keyword(arg: Expr): string {
  if (arg.kind !== 'string' || !(DATE_WORDS.has(arg.value) || INTERVAL_SPAN.test(arg.value))) refuse('wrong-arguments', 'EXTRACT takes a date field: year, month, day, …', arg.at);
  return arg.value;
}

function hexDigits(arg: Expr): string {
  return arg.kind === 'string' && /^(?:[0-9A-F]{2})*$/.test(arg.value) ? arg.value : refuse('wrong-arguments', 'bytes are missing', arg.at);
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
