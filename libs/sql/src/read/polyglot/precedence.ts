import { refuse } from '../../refusal.js';
import { open, type Reading } from './context.js';

/**
 * A tree over a row of operators is the engine's own reading exactly when no operator stands below one that binds
 * tighter, on the left side nor on the right. The parser has one table for many engines; this compares each operator of
 * the text with the engine's table, and refuses where the two disagree. Brackets in the text end the question.
 */
export function checkOperand(ctx: Reading, operator: string, operand: unknown, side: 'left' | 'right' | 'both'): void {
  const own = ctx.grammar.binding[operator];
  const [kind] = open(operand);
  const inner = ctx.grammar.binding[kind];
  if (own === undefined || inner === undefined) return;
  if (inner > own || (inner === own && side === 'left')) return;
  refuse('unknown-operator', 'engines and readers disagree on which operator comes first here: put brackets');
}
