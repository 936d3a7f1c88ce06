import { columnClass, type ColumnExpr, type FromItem, type GateInput, type Query, type QueryBody, type Select } from '@countersign/contracts';
import { outputName } from '../resolve/output-name.js';
import { typeOf, type ValueType } from './types.js';

export interface OutputColumn {
  name: string;
  type: ValueType | undefined;
}

/** The relations an expression can see, innermost query first, and the CTEs in sight. */
export interface Env {
  scope: GateInput['scope'];
  ctes: ReadonlyMap<string, readonly OutputColumn[]>;
  relations: ReadonlyMap<string, readonly OutputColumn[]>;
  outer: Env | undefined;
}

export const outermost = (scope: GateInput['scope']): Env => ({ scope, ctes: new Map(), relations: new Map(), outer: undefined });

/** What the expressions of a SELECT see. */
export function inside(env: Env, select: Select): Env {
  const relations = new Map<string, readonly OutputColumn[]>();
  const here: Env = { scope: env.scope, ctes: env.ctes, relations, outer: env };
  for (const item of select.from) addRelations(item, here, relations);
  return here;
}

function addRelations(item: FromItem, env: Env, into: Map<string, readonly OutputColumn[]>): void {
  switch (item.kind) {
    case 'join':
      addRelations(item.left, env, into);
      return addRelations(item.right, env, into);
    case 'table':
      return void into.set(item.alias ?? item.name.at(-1)!, tableColumns(item.name, env));
    case 'derived-table': {
      const columns = outputTypes(item.query, env);
      return void into.set(item.alias ?? '', columns.map((c, i) => ({ ...c, name: item.columnAliases[i] ?? c.name })));
    }
    case 'table-function': return;
  }
}

function tableColumns(name: readonly string[], env: Env): readonly OutputColumn[] {
  const cte = name.length === 1 ? env.ctes.get(name[0]!) : undefined;
  if (cte) return cte;
  const [table, schema] = [...name].reverse();
  const known = env.scope?.tables.find((t) => t.name === table && (schema === undefined || (t.schema ?? env.scope?.defaultSchema) === schema));
  return known?.columns.map((c) => ({ name: c.name, type: columnClass(c.type) })) ?? [];
}

export function columnType(column: ColumnExpr, env: Env): ValueType | undefined {
  const relation = column.qualifier.at(-1);
  for (let here: Env | undefined = env; here; here = here.outer) {
    const lists = relation === undefined ? [...here.relations.values()] : here.relations.has(relation) ? [here.relations.get(relation)!] : [];
    const found = lists.flatMap((columns) => columns.filter((c) => c.name === column.name));
    if (found[0]) return found[0].type;
    if (relation !== undefined && lists.length) return undefined;
  }
  return undefined;
}

/** The output columns of a query with their types. A star without a scope gives none. */
export function outputTypes(query: Query, env: Env): OutputColumn[] {
  return bodyTypes(query.body, withCtes(env, query));
}

/** The same place with the CTEs of a query in sight. */
export function withCtes(env: Env, query: Query): Env {
  let here = env;
  for (const cte of query.with?.ctes ?? []) {
    // A recursive CTE has the types of its first side.
    const body = query.with?.recursive && cte.query.body.kind === 'set-operation' ? cte.query.body.left : cte.query.body;
    const columns = bodyTypes(body, withCtes(here, cte.query)).map((c, i) => ({ ...c, name: cte.columns[i] ?? c.name }));
    here = { ...here, ctes: new Map([...here.ctes, [cte.name, columns]]) };
  }
  return here;
}

function bodyTypes(body: QueryBody, env: Env): OutputColumn[] {
  switch (body.kind) {
    case 'query': return outputTypes(body, env);
    case 'set-operation': {
      const right = bodyTypes(body.right, env);
      return bodyTypes(body.left, env).map((c, i) => ({ name: c.name, type: c.type === right[i]?.type ? c.type : c.type ?? right[i]?.type }));
    }
    case 'values': return (body.rows[0] ?? []).map((e, i) => ({ name: `column${i + 1}`, type: typeOf(e, env) }));
    case 'select': {
      const here = inside(env, body);
      return body.items.map((item) => ({ name: outputName(item), type: typeOf(item.expr, here) }));
    }
  }
}
