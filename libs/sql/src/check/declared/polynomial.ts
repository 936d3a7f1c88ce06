/** An exact fraction, in lowest terms, with a positive denominator. */
interface Fraction {
  n: bigint;
  d: bigint;
}

/** Products of atoms (names, sorted, joined by ` · `; '' for a plain number), each with its factor. */
export type Polynomial = ReadonlyMap<string, Fraction>;

/** More terms than a figure has that people write. */
const MAX_TERMS = 64;
const MAX_DIGITS = 40;

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
function fraction(n: bigint, d: bigint): Fraction {
  const by = gcd(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / by, d: d / by };
}
const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);

/** The number as it is written, exactly; undefined where it is too long to be part of a formula. */
export function constant(text: string): Polynomial | undefined {
  const match = /^(\d*)\.?(\d*)$/.exec(text);
  if (!match || text.length > MAX_DIGITS) return undefined;
  const [, whole = '', decimals = ''] = match;
  return whole + decimals === '' ? undefined : polynomial([['', fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))]]);
}

export const atom = (name: string): Polynomial => new Map([[name, { n: 1n, d: 1n }]]);

const polynomial = (terms: [string, Fraction][]): Polynomial => new Map(terms.filter(([, { n }]) => n !== 0n));

export function add(a: Polynomial, b: Polynomial): Polynomial {
  const sum = new Map(a);
  for (const [name, f] of b) put(sum, name, f);
  return polynomial([...sum]);
}

export const negative = (a: Polynomial): Polynomial => polynomial([...a].map(([name, f]) => [name, { n: -f.n, d: f.d }]));

export function multiply(a: Polynomial, b: Polynomial): Polynomial | undefined {
  if (a.size * b.size > MAX_TERMS) return undefined;
  const product = new Map<string, Fraction>();
  for (const [x, f] of a) for (const [y, g] of b) put(product, together(x, y), times(f, g));
  return polynomial([...product]);
}

const together = (x: string, y: string): string => (x === '' ? y : y === '' ? x : [...x.split(' · '), ...y.split(' · ')].sort().join(' · '));

function put(terms: Map<string, Fraction>, name: string, f: Fraction): void {
  const before = terms.get(name);
  terms.set(name, before ? fraction(before.n * f.d + f.n * before.d, before.d * f.d) : f);
}

/** The number that a polynomial is; undefined where it has names in it, or is nothing. */
export function inverse(a: Polynomial): Polynomial | undefined {
  const f = a.get('');
  return f && a.size === 1 ? new Map([['', fraction(f.d, f.n)]]) : undefined;
}

export const same = (a: Polynomial, b: Polynomial): boolean => a.size === b.size && [...a].every(([name, f]) => b.get(name)?.n === f.n && b.get(name)?.d === f.d);

/** The polynomial whose first term (by name) has the factor one: what two have in common that differ by a factor. */
export function scaled(a: Polynomial): Polynomial {
  const first = [...a.keys()].sort()[0];
  const f = first === undefined ? undefined : a.get(first);
  return f ? polynomial([...a].map(([name, g]) => [name, times(g, { n: f.d * (f.n < 0n ? -1n : 1n), d: f.n < 0n ? -f.n : f.n })])) : a;
}

/** One polynomial over another. */
export interface Quotient {
  over: Polynomial;
  under: Polynomial;
}

const ONE = constant('1')!;
export const whole = (over: Polynomial): Quotient => ({ over, under: ONE });

export function combine(op: '+' | '-' | '*' | '/', a: Quotient, b: Quotient): Quotient | undefined {
  if (op === '*' || op === '/') {
    const [x, y] = op === '*' ? [b.over, b.under] : [b.under, b.over];
    const [over, under] = [multiply(a.over, x), multiply(a.under, y)];
    return over && under && under.size > 0 ? { over, under } : undefined;
  }
  if (same(a.under, b.under)) return { over: add(a.over, op === '+' ? b.over : negative(b.over)), under: a.under };
  const [left, right, under] = [multiply(a.over, b.under), multiply(b.over, a.under), multiply(a.under, b.under)];
  return left && right && under ? { over: add(left, op === '+' ? right : negative(right)), under } : undefined;
}

export function sameQuotient(a: Quotient, b: Quotient): boolean {
  const [left, right] = [multiply(a.over, b.under), multiply(b.over, a.under)];
  return left !== undefined && right !== undefined && left.size > 0 && same(left, right);
}

/** The same with other names of the atoms. */
export function rename(a: Polynomial, name: (atom: string) => string): Polynomial {
  const renamed = new Map<string, Fraction>();
  for (const [product, f] of a) put(renamed, product === '' ? '' : product.split(' · ').map(name).sort().join(' · '), f);
  return polynomial([...renamed]);
}
