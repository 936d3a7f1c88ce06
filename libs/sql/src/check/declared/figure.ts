import type { CallExpr, Expr } from '@countersign/contracts';
import { FUNCTIONS } from '../../registry/functions.js';
import { levelOf, meaningOf, passed, withCtes, type Level, type Part } from './level.js';
import { addingRows } from './outer-rows.js';
import { add, atom, combine, constant, inverse, multiply, negative, rename, whole, type Polynomial, type Quotient } from './polynomial.js';
import { conditionIn } from './read-condition.js';
import { ANY_ROW, both, type RowCondition } from './row-condition.js';

/** One aggregate: what is taken over which rows. */
export interface Taken {
  /** 'sum a · b', 'rows of orders', 'different orders.order_id': one for each product of a sum. */
  measure: string;
  condition: RowCondition;
}

/** A sum as it stands: what is added up, of whose rows. */
export interface Summed {
  value: Polynomial;
  grain: string;
  condition: RowCondition;
}

/** A figure as arithmetic over aggregates; `taken` says what its atoms are. */
export interface Figure {
  value: Quotient;
  taken: ReadonlyMap<string, Taken>;
  sums: readonly Summed[];
}

/** Grain of rows that belong to no one entity: repeated, or made up by an outer join. */
export const REPEATED = '?';

export const measureOf = (product: string, grain: string): string => (product === '' ? `rows of ${grain}` : `sum ${product} of ${grain}`);
export const differentOf = (key: string): string => `different ${key}`;

/** Undefined: it is no figure, or one that can't be followed. */
export function figureOf(level: Level, e: Expr): Figure | undefined {
  if (level.budget.left-- <= 0) return undefined;
  switch (e.kind) {
    case 'number': return plain(constant(e.text));
    case 'cast': return /^(?:small|big)?int|^int/.test(e.type.name) ? undefined : figureOf(level, e.operand);
    case 'unary': return e.op === '-' || e.op === '+' ? signed(figureOf(level, e.operand), e.op) : undefined;
    case 'binary': return isArithmetic(e.op) ? arithmetic(e.op, figureOf(level, e.left), figureOf(level, e.right)) : undefined;
    case 'case': return e.otherwise && e.branches.every(({ then }) => then.kind === 'null' || (then.kind === 'number' && Number(then.text) === 0)) ? figureOf(level, e.otherwise) : undefined;
    case 'column': return throughPart(level, e);
    case 'subquery': {
      const { body } = e.query;
      const inner = body.kind === 'select' ? levelOf(level.around, level.budget, body, withCtes(e.query, level.ctes), level) : undefined;
      return inner?.select.items[0] && figureOf(inner, inner.select.items[0].expr);
    }
    case 'call': return callOf(level, e);
    default: return undefined;
  }
}

type Arithmetic = '+' | '-' | '*' | '/';
const isArithmetic = (op: string): op is Arithmetic => op === '+' || op === '-' || op === '*' || op === '/';
const plain = (value: Polynomial | undefined): Figure | undefined => value && { value: whole(value), taken: new Map(), sums: [] };
const signed = (figure: Figure | undefined, op: '-' | '+'): Figure | undefined => figure && (op === '+' ? figure : { ...figure, value: { ...figure.value, over: negative(figure.value.over) } });

function arithmetic(op: Arithmetic, a: Figure | undefined, b: Figure | undefined): Figure | undefined {
  const value = a && b && combine(op, a.value, b.value);
  return value && { value, taken: new Map([...a.taken, ...b.taken]), sums: [...a.sums, ...b.sums] };
}

/** What only says how a figure is shown, or keeps it from failing. */
const SHOWING: ReadonlySet<string> = new Set(['round', 'nullif', 'coalesce']);

function callOf(level: Level, e: CallExpr): Figure | undefined {
  if (e.over) return undefined;
  if (SHOWING.has(e.name) && e.args[0]) return e.args.slice(1).every((a) => a.kind === 'number') ? figureOf(level, e.args[0]) : undefined;
  if (FUNCTIONS.get(e.name)?.kind !== 'aggregate') return undefined;
  const own = conditionIn(level, e.filter);
  const [arg] = e.args;
  if (!arg) return undefined;
  if (e.name === 'count') return e.distinct ? differentIn(level, arg, own) : countOf(level, arg, own);
  if (e.distinct) return undefined;
  if (e.name === 'sum') return sumOf(level, arg, own);
  if (e.name !== 'avg') return undefined;
  const [total, rows] = [sumOf(level, arg, own), countOf(level, arg.kind === 'case' && arg.otherwise && arg.otherwise.kind !== 'null' ? { kind: 'star', qualifier: [] } : arg, own)];
  const mean = arithmetic('/', total, rows);
  // The sums of an average stand for no sum of their own.
  return mean && { ...mean, sums: [] };
}

/** A CASE of one branch is a condition on the rows. */
function conditional(level: Level, e: Expr): { value: Expr; own: RowCondition } | undefined {
  if (e.kind === 'cast') {
    const inner = conditional(level, e.operand);
    return inner ?? { value: e.operand, own: ANY_ROW };
  }
  if (e.kind !== 'case') return isTest(e) ? { value: { kind: 'number', text: '1' }, own: conditionIn(level, e) } : { value: e, own: ANY_ROW };
  const [branch, more] = e.branches;
  const nothing = !e.otherwise || e.otherwise.kind === 'null' || (e.otherwise.kind === 'number' && Number(e.otherwise.text) === 0);
  if (more || !branch || !nothing) return undefined;
  return { value: branch.then, own: conditionIn(level, e.operand ? { kind: 'binary', op: '=', left: e.operand, right: branch.when } : branch.when) };
}

const isTest = (e: Expr): boolean => e.kind === 'in-list' || e.kind === 'logical' || e.kind === 'boolean-test' || (e.kind === 'binary' && ['=', '<>', '<', '>', '<=', '>='].includes(e.op));

function sumOf(level: Level, arg: Expr, own: RowCondition): Figure | undefined {
  const inside = conditional(level, arg);
  if (!inside) return undefined;
  const through = inside.value.kind === 'column' ? throughSum(level, inside.value, both(own, inside.own)) : undefined;
  if (through) return through;
  const value = rowValue(level, inside.value);
  if (!value) return undefined;
  const grain = grainOf(level);
  if (grain === undefined) return undefined;
  const adding = addingRows(level, inside.value);
  const asked = both(own, inside.own);
  const taken = new Map<string, Taken>();
  const over = rename(joinedProducts(value), (product) => {
    const condition = both(adding(product), asked);
    return put(taken, { measure: product === '1' ? rowsMeasure(level, condition) : measureOf(product, grain), condition });
  });
  return { value: whole(over), taken, sums: [{ value, grain, condition: both(adding(), asked) }] };
}

/** The entity whose rows the FROM has, once each; undefined where a subquery in it is not known to be rows of any. */
function grainOf({ grain, rows }: Level): string | undefined {
  return grain?.entity?.id ?? (rows.relations.every(({ entity }) => entity) ? REPEATED : undefined);
}

/** Rows that an outer join made up count too, unless a condition asks for something of theirs. */
function rowsMeasure({ grain }: Level, { columns }: RowCondition): string {
  if (!grain?.entity) return measureOf('', REPEATED);
  const { id } = grain.entity;
  return countMeasure(grain.entity, !grain.optional || [...columns.keys()].some((column) => column.startsWith(`${id}.`)) ? id : REPEATED);
}

/** Each product of columns as one name; '1' for the rows themselves. */
function joinedProducts(value: Polynomial): Polynomial {
  return new Map([...value].map(([product, f]) => [product === '' ? '1' : product.replaceAll(' · ', ' × '), f]));
}

function put(taken: Map<string, Taken>, one: Taken): string {
  const id = `${one.measure} | ${JSON.stringify([[...one.condition.columns].map(([c, a]) => [c, a.in, [...a.values].sort()]).sort(), [...one.condition.present].sort(), [...one.condition.others].sort()])}`;
  taken.set(id, one);
  return id;
}

const single = (one: Taken): Figure => {
  const taken = new Map<string, Taken>();
  return { value: whole(atom(put(taken, one))), taken, sums: [] };
};

function countOf(level: Level, arg: Expr, own: RowCondition): Figure | undefined {
  const inside = arg.kind === 'star' ? { value: arg, own: ANY_ROW } : conditional(level, arg);
  if (!inside) return undefined;
  const { grain } = level;
  const meaning = inside.value.kind === 'column' ? meaningOf(level, inside.value) : undefined;
  if (inside.value.kind === 'column' && !(meaning && 'entity' in meaning && meaning.entity.always.includes(meaning.column))) return undefined;
  if (grainOf(level) === undefined) return undefined;
  if (!grain?.entity) return single({ measure: measureOf('', REPEATED), condition: both(passed(level, undefined), both(own, inside.own)) });
  // Rows that an outer join made up are counted by * too.
  const ofGrain = !grain.optional || (meaning && 'entity' in meaning && meaning.entity === grain.entity);
  return single({ measure: countMeasure(grain.entity, ofGrain ? grain.entity.id : REPEATED), condition: both(both(passed(level, ofGrain ? grain : undefined), own), inside.own) });
}

/** The rows of an entity with one key are as many as there are different keys. */
export const countMeasure = ({ id, key }: { id: string; key: string[] }, grain: string): string => (grain === id && key.length === 1 ? differentOf(`${id}.${key[0]}`) : measureOf('', grain));

function differentIn(level: Level, arg: Expr, own: RowCondition): Figure | undefined {
  const inside = conditional(level, arg);
  const meaning = inside?.value.kind === 'column' ? meaningOf(level, inside.value) : undefined;
  if (!inside || !meaning || !('entity' in meaning)) return undefined;
  const relation = level.rows.relations.find((r) => r.entity === meaning.entity);
  return single({ measure: differentOf(meaning.key), condition: both(both(passed(level, relation), own), inside.own) });
}

/** A figure of a subquery, under what the rows around it pass. */
function throughPart(level: Level, e: Expr & { kind: 'column' }): Figure | undefined {
  const meaning = meaningOf(level, e);
  if (!meaning || !('part' in meaning) || !meaning.part.grouped) return undefined;
  const figure = figureOf(meaning.part.level, meaning.expr);
  return figure && under(figure, passed(level, undefined));
}

/** A sum of sums is the sum, where each row of the subquery stands once. */
function throughSum(level: Level, e: Expr & { kind: 'column' }, own: RowCondition): Figure | undefined {
  const meaning = meaningOf(level, e);
  if (!meaning || !('part' in meaning) || !meaning.part.grouped) return undefined;
  const figure = figureOf(meaning.part.level, meaning.expr);
  if (!figure || !inverse(figure.value.under) || !standsOnce(level, meaning)) return undefined;
  // Different values of groups don't add up; rows do.
  const { grain } = meaning.part.level;
  const rows = grain?.entity && countMeasure(grain.entity, grain.entity.id);
  if ([...figure.taken.values()].some(({ measure }) => measure.startsWith(differentOf('')) && measure !== rows)) return undefined;
  return under(figure, both(passed(level, undefined), own));
}

/** Is every other relation one that a key of the subquery's groups points to? */
function standsOnce(level: Level, { part, alias }: { part: Part; alias: string }): boolean {
  const pairs = level.rows.equalities.flatMap(({ left, right }) => [[left, right], [right, left]] as const);
  return level.rows.relations.every(({ alias: other, entity, carries }) => {
    if (other === alias) return true;
    const [key, more] = entity?.key ?? [];
    return entity !== undefined && key !== undefined && more === undefined && pairs.some(([a, b]) => {
      const output = a.alias === alias && b.alias === other && carries.get(`${entity.id}.${key}`) === b.column ? part.outputs.get(a.column) : undefined;
      const meant = output?.kind === 'column' ? meaningOf(part.level, output) : undefined;
      return meant && 'key' in meant && meant.key === `${entity.id}.${key}`;
    });
  });
}

function under({ value, taken, sums }: Figure, condition: RowCondition): Figure {
  const renamed = new Map<string, Taken>();
  const ids = new Map([...taken].map(([id, one]) => [id, put(renamed, { ...one, condition: both(one.condition, condition) })]));
  const name = (id: string): string => ids.get(id) ?? id;
  return { value: { over: rename(value.over, name), under: rename(value.under, name) }, taken: renamed, sums: sums.map((sum) => ({ ...sum, condition: both(sum.condition, condition) })) };
}

/** What one row gives, as products of columns. */
export function rowValue(level: Level, e: Expr): Polynomial | undefined {
  if (level.budget.left-- <= 0) return undefined;
  switch (e.kind) {
    case 'number': return constant(e.text);
    case 'cast': return /int/.test(e.type.name) ? undefined : rowValue(level, e.operand);
    case 'unary': {
      const inner = e.op === '-' || e.op === '+' ? rowValue(level, e.operand) : undefined;
      return inner && e.op === '-' ? negative(inner) : inner;
    }
    case 'binary': return isArithmetic(e.op) ? rowArithmetic(e.op, rowValue(level, e.left), rowValue(level, e.right)) : undefined;
    case 'call': return e.name === 'coalesce' && e.args[0] && e.args[1]?.kind === 'number' ? rowValue(level, e.args[0]) : undefined;
    case 'column': {
      const meaning = meaningOf(level, e);
      if (!meaning) return undefined;
      if ('part' in meaning) return meaning.part.grouped ? undefined : rowValue(meaning.part.level, meaning.expr);
      return atom(meaning.key);
    }
    default: return undefined;
  }
}

export function rowArithmetic(op: Arithmetic, a: Polynomial | undefined, b: Polynomial | undefined): Polynomial | undefined {
  if (!a || !b) return undefined;
  if (op === '+' || op === '-') return add(a, op === '+' ? b : negative(b));
  const by = op === '*' ? b : inverse(b);
  return by && multiply(a, by);
}
