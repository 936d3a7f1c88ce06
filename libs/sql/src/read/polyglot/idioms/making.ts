import type { CallExpr, Expr } from '@countersign/contracts';
import { refuse } from '../../../refusal.js';
import { plainCall } from '../../plain-call.js';
import type { Idiom } from '../grammar.js';

/** The same call under the tree's name. */
export const renamed = (name: string): Idiom => (call) => ({ ...call, name });

const plain = (call: CallExpr): boolean => !call.distinct && !call.filter && call.orderBy.length === 0;

/** An idiom for exactly so many arguments. */
export const taking = (count: number, make: (...args: Expr[]) => Expr): Idiom => (call) => (plain(call) && call.args.length === count ? make(...call.args) : undefined);

/** A first argument that is a bare word, as in DATEADD(month, …): it reads as a column. `words`: what each stands for. */
export const withWord = (words: ReadonlyMap<string, string>): Idiom => (call) => {
  const [first, ...rest] = call.args;
  const word = first?.kind === 'column' && first.qualifier.length === 0 ? words.get(first.name.toLowerCase()) : undefined;
  if (word === undefined) refuse('wrong-arguments', `${call.name} takes a part of a date first: day, month, year, …`, call.at);
  return plainCall(call.name, [{ kind: 'string', value: word }, ...rest], {});
};
