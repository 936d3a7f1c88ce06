/** Which values a column may have: only these, or all but these. */
interface Allowed {
  in: boolean;
  values: ReadonlySet<string>;
}

/**
 * What a row must pass, as far as it can be compared: per column the values it may have, entities it must have a row of, and
 * the rest as text.
 */
export interface RowCondition {
  columns: ReadonlyMap<string, Allowed>;
  present: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

export const ANY_ROW: RowCondition = { columns: new Map(), present: new Set(), others: new Set() };
export const onColumn = (column: string, values: readonly string[], isIn: boolean): RowCondition => ({ ...ANY_ROW, columns: new Map([[column, { in: isIn, values: new Set(values) }]]) });
export const withRowOf = (entities: Iterable<string>): RowCondition => ({ ...ANY_ROW, present: new Set(entities) });
export const asText = (text: string): RowCondition => ({ ...ANY_ROW, others: new Set([text]) });

export function both(a: RowCondition, b: RowCondition): RowCondition {
  const columns = new Map(a.columns);
  for (const [column, allowed] of b.columns) {
    const before = columns.get(column);
    columns.set(column, before ? meet(before, allowed) : allowed);
  }
  return { columns, present: new Set([...a.present, ...b.present]), others: new Set([...a.others, ...b.others]) };
}

function meet(a: Allowed, b: Allowed): Allowed {
  if (a.in && b.in) return { in: true, values: new Set([...a.values].filter((v) => b.values.has(v))) };
  if (a.in !== b.in) {
    const [only, but] = a.in ? [a, b] : [b, a];
    return { in: true, values: new Set([...only.values].filter((v) => !but.values.has(v))) };
  }
  return { in: false, values: new Set([...a.values, ...b.values]) };
}

/** The one column that a condition is about, and what it may be; undefined where there is more to it. */
function single({ columns, present, others }: RowCondition): [string, Allowed] | undefined {
  return columns.size === 1 && present.size === 0 && others.size === 0 ? [...columns][0] : undefined;
}

/** What must not hold. Rows where the column is unknown pass neither. */
export function not(a: RowCondition): RowCondition | undefined {
  const one = single(a);
  return one && { ...ANY_ROW, columns: new Map([[one[0], { in: !one[1].in, values: one[1].values }]]) };
}

/** One or the other, where both are about the same column. */
export function either(list: readonly RowCondition[]): RowCondition | undefined {
  const parts = list.map(single);
  const [first] = parts;
  if (!first || parts.some((p) => !p || p[0] !== first[0])) return undefined;
  const negated = parts.map((p) => ({ in: !p![1].in, values: p![1].values }));
  const none = negated.reduce(meet);
  return { ...ANY_ROW, columns: new Map([[first[0], { in: !none.in, values: none.values }]]) };
}

/** Conditions that let the same rows pass have the same key, as far as that can be told. */
export function keyOf({ columns, present, others }: RowCondition, known: ReadonlyMap<string, readonly string[]>): string {
  const sets = [...columns].map(([column, allowed]) => {
    const all = known.get(column);
    const { in: isIn, values } = allowed.in || !all ? allowed : { in: true, values: new Set(all.filter((v) => !allowed.values.has(v))) };
    return [column, isIn, ...[...values].sort()];
  });
  return JSON.stringify([sets.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)), [...present].sort(), [...others].sort()]);
}
