import type { BinaryOperator, Expr } from '@countersign/contracts';

/** A formula that cannot be read: what was expected and where. */
export class FormulaError extends Error {}

/** Far beyond what a person writes and reads; a machine's is cut off before it costs anything. */
const LONGEST = 2_000;
const DEEPEST = 40;

type Token = { kind: 'name' | 'number' | 'string' | 'op'; text: string };
const TOKEN = /\s*(?:([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)|(\d+(?:\.\d+)?)|'((?:[^']|'')*)'|(<>|<=|>=|[-+*/()=<>,]))/y;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new FormulaError(`unexpected "${text.slice(at).trim().slice(0, 12)}"`);
    if (match[1] !== undefined) tokens.push({ kind: 'name', text: match[1] });
    else if (match[2] !== undefined) tokens.push({ kind: 'number', text: match[2] });
    else if (match[3] !== undefined) tokens.push({ kind: 'string', text: match[3].replaceAll("''", "'") });
    else tokens.push({ kind: 'op', text: match[4] ?? '' });
  }
  return tokens;
}

const LEVELS: BinaryOperator[][] = [['=', '<>', '<', '<=', '>', '>='], ['+', '-'], ['*', '/']];

/**
 * Reads the small formula language of packs: columns, numbers, texts, arithmetic, comparison, `in (…)`, `is [not] null`,
 * `and`, `or`, `not`. Names without a dot get `base` as their entity.
 *
 * @throws FormulaError when the text is not a formula.
 * @example parseFormula('quantity * unit_price', 'order_items')
 */
export function parseFormula(text: string, base: string): Expr {
  if (text.length > LONGEST) throw new FormulaError(`longer than ${LONGEST} characters`);
  const tokens = tokenize(text);
  let at = 0;
  let depth = 0;
  const isOp = (op: string): boolean => tokens[at]?.kind === 'op' && tokens[at]?.text === op;
  const isWord = (word: string): boolean => tokens[at]?.kind === 'name' && tokens[at]?.text === word;
  const take = (test: boolean): boolean => (test ? (at++, true) : false);
  const need = (op: string): void => {
    if (!take(isOp(op))) throw new FormulaError(`"${op}" expected at "${tokens[at]?.text ?? 'the end'}"`);
  };

  const either = (): Expr => list('or', both);
  const both = (): Expr => list('and', negation);
  function list(op: 'and' | 'or', part: () => Expr): Expr {
    const operands = [part()];
    while (take(isWord(op))) operands.push(part());
    return operands.length === 1 ? operands[0]! : { kind: 'logical', op, operands };
  }
  function negation(): Expr {
    if (!take(isWord('not'))) return test();
    if (++depth > DEEPEST) throw new FormulaError(`more than ${DEEPEST} times "not"`);
    const operand = negation();
    depth--;
    return { kind: 'unary', op: 'not', operand };
  }
  function test(): Expr {
    const operand = level(0);
    if (take(isWord('is'))) {
      const negated = take(isWord('not'));
      if (!take(isWord('null'))) throw new FormulaError('"null" expected after "is"');
      return { kind: 'null-test', operand, negated };
    }
    if (!take(isWord('in'))) return operand;
    need('(');
    const items = [level(0)];
    while (take(isOp(','))) items.push(level(0));
    need(')');
    return { kind: 'in-list', operand, items, negated: false };
  }
  function level(n: number): Expr {
    const ops = LEVELS[n];
    if (!ops) return primary();
    let left = level(n + 1);
    for (let op = ops.find(isOp); op; op = ops.find(isOp)) {
      at++;
      left = { kind: 'binary', op, left, right: level(n + 1) };
    }
    return left;
  }
  function primary(): Expr {
    if (take(isOp('('))) {
      if (++depth > DEEPEST) throw new FormulaError(`more than ${DEEPEST} brackets inside each other`);
      const inner = either();
      need(')');
      depth--;
      return inner;
    }
    const token = tokens[at++];
    if (token?.kind === 'number') return { kind: 'number', text: token.text };
    if (token?.kind === 'string') return { kind: 'string', value: token.text };
    if (token?.kind !== 'name') throw new FormulaError(`a column or number expected at "${token?.text ?? 'the end'}"`);
    const [first = '', second] = token.text.split('.');
    return { kind: 'column', qualifier: [second === undefined ? base : first], name: second ?? first };
  }

  const result = either();
  if (at < tokens.length) throw new FormulaError(`unexpected "${tokens[at]?.text}"`);
  return result;
}
