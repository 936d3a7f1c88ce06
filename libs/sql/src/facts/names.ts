import type { ColumnExpr, Expr, FactsSchema, FromItem, Select } from '@countersign/contracts';
import { walk } from '../walk.js';

/** What a FROM entry's name stands for; undefined: a subquery or CTE. */
export interface Names {
  aliases: ReadonlyMap<string, string | undefined>;
  outer: Names | undefined;
  schema: FactsSchema;
}

export function namesOf(select: Select, outer: Names | undefined, schema: FactsSchema): Names {
  const aliases = new Map<string, string | undefined>();
  const visit = (item: FromItem): void => {
    if (item.kind === 'join') { visit(item.left); visit(item.right); }
    else if (item.kind === 'table') {
      const name = (item.name.at(-1) ?? '').toLowerCase();
      aliases.set((item.alias ?? name).toLowerCase(), schema.tables.some((table) => table.name.toLowerCase() === name) ? name : undefined);
    } else if (item.kind === 'derived-table') aliases.set((item.alias ?? '').toLowerCase(), undefined);
  };
  select.from.forEach(visit);
  return { aliases, outer, schema };
}

/** 'table.column' where the column is a table's, else its name. */
export function columnName({ qualifier, name }: ColumnExpr, names: Names): string {
  const column = name.toLowerCase();
  const of = qualifier.at(-1)?.toLowerCase();
  for (let here: Names | undefined = names; here; here = here.outer) {
    if (of !== undefined) {
      if (!here.aliases.has(of)) continue;
      const table = here.aliases.get(of);
      return table === undefined ? column : `${table}.${column}`;
    }
    for (const table of here.aliases.values()) {
      const known = here.schema.tables.find((one) => one.name.toLowerCase() === table);
      if (known?.columns.some((one) => one.toLowerCase() === column)) return `${known.name.toLowerCase()}.${column}`;
    }
  }
  return column;
}

/** Columns an expression reads, sorted, subqueries aside. */
export function columnsIn(expr: Expr, names: Names): string[] {
  const found = new Set<string>();
  walk<Expr | { kind: 'query' }>(expr, (node) => {
    if (node.kind === 'query') return false;
    if (node.kind === 'column') found.add(columnName(node, names));
    return true;
  });
  return [...found].sort();
}

/** An expression as people read it. */
export function textOf(expr: Expr, names: Names): string {
  const own = (e: Expr): string => textOf(e, names);
  switch (expr.kind) {
    case 'number': return expr.text;
    case 'string': case 'typed-literal': return expr.value;
    case 'boolean': return String(expr.value);
    case 'null': return 'NULL';
    case 'star': return '*';
    case 'column': return columnName(expr, names);
    case 'binary': return `${inner(expr.left, names)} ${SIGNS[expr.op] ?? expr.op} ${inner(expr.right, names)}`;
    case 'unary': return `${expr.op} ${own(expr.operand)}`;
    case 'logical': return expr.operands.map((operand) => inner(operand, names)).join(` ${expr.op} `);
    case 'cast': return own(expr.operand);
    case 'call': return `${expr.name}(${expr.distinct ? 'distinct ' : ''}${expr.args.map(own).join(', ')})`;
    case 'case': return `case ${expr.branches.map(({ when, then }) => `${own(when)}: ${own(then)}`).join(', ')}`;
    case 'in-list': return `${own(expr.operand)} ${expr.negated ? 'not in' : 'in'} (${expr.items.map(own).join(', ')})`;
    case 'between': return `${own(expr.operand)} ${expr.negated ? 'not ' : ''}between ${own(expr.low)} and ${own(expr.high)}`;
    case 'null-test': return `${own(expr.operand)} is ${expr.negated ? 'not ' : ''}null`;
    case 'like': return `${own(expr.operand)} ${expr.negated ? 'not ' : ''}like ${own(expr.pattern)}`;
    case 'exists': case 'in-query': case 'subquery': return '(…)';
    default: return expr.kind;
  }
}

const SIGNS: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' };

const inner = (expr: Expr, names: Names): string => (expr.kind === 'binary' || expr.kind === 'logical' ? `(${textOf(expr, names)})` : textOf(expr, names));
