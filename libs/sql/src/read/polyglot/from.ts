import type { CallExpr, FromItem, Join, TableColumn } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { nameOf, namesOf, only, open, PARTITIONS, placeOfName, type Json, type Reading } from './context.js';
import { callOf } from './calls.js';
import { exprOf } from './expr.js';
import { pivotOf, unpivotOf } from './pivot.js';
import { statementOf } from './query.js';

/** Kind of join, and whether NATURAL. Commas come as `Implicit`. */
const JOINS: Readonly<Record<string, readonly [Join['type'], boolean]>> = {
  Inner: ['inner', false], Left: ['left', false], Right: ['right', false], Full: ['full', false], Outer: ['full', false], Cross: ['cross', false],
  Natural: ['inner', true], NaturalLeft: ['left', true], NaturalRight: ['right', true], NaturalFull: ['full', true],
};

/** Joins stand behind the last entry of the list; a comma among them begins a new entry. */
export function fromOf(ctx: Reading, from: Json | null, joins: readonly Json[]): FromItem[] {
  if (!from) return [];
  only('FROM', from, ['expressions']);
  const items = (from['expressions'] as unknown[]).map((e) => fromItemOf(ctx, e));
  const all = joined(ctx, items, joins);
  const [single] = all;
  const none = all.length === 1 && single?.kind === 'table' && single.name.length === 1 && single.alias === undefined && ctx.grammar.isNoTable(single.name[0]!);
  return none ? [] : all;
}

function joined(ctx: Reading, items: FromItem[], joins: readonly Json[]): FromItem[] {
  const list = [...items];
  for (const join of joins) {
    const right = fromItemOf(ctx, join['this']);
    if (join['kind'] === 'Implicit') {
      only('FROM', join, ['this', 'kind']);
      list.push(right);
    } else list.push(joinOf(ctx, list.pop()!, right, join));
  }
  return list;
}

function joinOf(ctx: Reading, left: FromItem, right: FromItem, join: Json): Join {
  only('JOIN', join, ['this', 'on', 'using', 'kind']);
  const kind = String(join['kind']);
  if (kind === 'CrossApply' || kind === 'OuterApply') return appliedOf(left, right, join);
  const [type, natural] = JOINS[kind] ?? refuse('forbidden-node', `${kind.toUpperCase()} JOIN is not allowed`);
  if (type === 'full' && ctx.grammar.noFullJoin) refuse('forbidden-node', 'FULL JOIN is not part of this dialect: say LEFT JOIN … UNION ALL … RIGHT JOIN');
  const using = namesOf(ctx, join['using']);
  if (ctx.grammar.onlyOn && (using.length || natural)) refuse('forbidden-node', 'joins are said with ON in this dialect: USING and NATURAL are not part of it');
  if (kind === 'Cross' && (join['on'] || using.length) && !ctx.grammar.crossIsInner) refuse('unparseable', 'CROSS JOIN has no condition: say JOIN');
  if (natural && (join['on'] || using.length)) refuse('unparseable', 'NATURAL says the condition already: leave out the other');
  const conditioned = join['on'] || using.length > 0 || natural;
  return { kind: 'join', type: type === 'inner' && !conditioned ? 'cross' : type === 'cross' && conditioned ? 'inner' : type, left, right, ...(join['on'] ? { on: exprOf(ctx, join['on']) } : {}), using, natural };
}

/** CROSS APPLY and OUTER APPLY: a subquery that sees the tables before it. */
function appliedOf(left: FromItem, right: FromItem, join: Json): Join {
  if ((right.kind !== 'derived-table' && right.kind !== 'table-function') || join['on'] || (join['using'] as unknown[] | null)?.length) return refuse('forbidden-node', 'APPLY takes a subquery');
  return { kind: 'join', type: join['kind'] === 'CrossApply' ? 'cross' : 'left', left, right: { ...right, lateral: true }, using: [], natural: false };
}

function fromItemOf(ctx: Reading, node: unknown): FromItem {
  const [kind, fields] = open(node);
  switch (kind) {
    case 'table': return tableOf(ctx, fields);
    case 'subquery': return derivedOf(ctx, fields);
    case 'joined_table': return bracketedJoin(ctx, fields);
    case 'paren': return only('brackets', fields, ['this']), fromItemOf(ctx, fields['this']);
    case 'alias': return aliasedOf(ctx, fields);
    case 'function': return tableFunctionOf(ctx, node, {});
    case 'pivot': return pivotOf(ctx, fields, fromItemOf(ctx, fields['this']));
    case 'unpivot': return unpivotOf(ctx, fields, fromItemOf(ctx, fields['this']));
    default: return refuse('forbidden-node', `${kind.replaceAll('_', ' ').toUpperCase()} is not allowed in FROM`);
  }
}

function tableOf(ctx: Reading, table: Json): FromItem {
  only('table', table, ['name', 'schema', 'catalog', 'alias', 'column_aliases'], placeOfName(ctx, table['name']).at);
  const alias = table['alias'] as { name?: string; quoted?: boolean } | null;
  if (alias && !alias.quoted && /^(?:sub)?partition$/i.test(String(alias.name)) && (table['column_aliases'] as unknown[] | null)?.length) refuse('forbidden-node', PARTITIONS, placeOfName(ctx, table['name']).at);
  const name = [table['catalog'], table['schema'], table['name']].filter(Boolean).map((part) => nameOf(ctx, part));
  return { kind: 'table', name, ...aliasOf(ctx, table), ...placeOfName(ctx, table['schema'] ?? table['name']) };
}

function derivedOf(ctx: Reading, fields: Json): FromItem {
  const { alias, column_aliases, lateral, ...rest } = fields;
  only('subquery in FROM', rest, ['this', 'order_by', 'limit', 'offset']);
  return { kind: 'derived-table', query: statementOf(ctx, { subquery: rest }), lateral: lateral === true, ...aliasOf(ctx, { alias, column_aliases }) };
}

/** `(a JOIN b ON …)`; brackets round a comma list are joins without a condition. */
function bracketedJoin(ctx: Reading, fields: Json): FromItem {
  only('brackets', fields, ['left', 'joins']);
  const joins = (fields['joins'] as Json[]).map((j) => (j['kind'] === 'Implicit' ? { ...j, kind: 'Cross' } : j));
  return joined(ctx, [fromItemOf(ctx, fields['left'])], joins)[0]!;
}

function aliasedOf(ctx: Reading, fields: Json): FromItem {
  only('alias', fields, ['this', 'alias', 'column_aliases']);
  const [kind, inner] = open(fields['this']);
  if (kind === 'function') return tableFunctionOf(ctx, fields['this'], aliasOf(ctx, fields));
  if (kind === 'subquery') return derivedOf(ctx, { ...inner, alias: fields['alias'], column_aliases: fields['column_aliases'] });
  return refuse('forbidden-node', `${kind.replaceAll('_', ' ').toUpperCase()} is not allowed in FROM`);
}

function tableFunctionOf(ctx: Reading, node: unknown, alias: { alias?: string; columnAliases?: string[] }): FromItem {
  const call = callOf(ctx, open(node)[1]);
  if (call.kind !== 'call') return refuse('forbidden-node', 'only a function may stand here in FROM', call.at);
  const columns = columnsOf(ctx, node, call);
  return { kind: 'table-function', call: call satisfies CallExpr, ...(columns ? { columns } : {}), lateral: false, withOrdinality: false, columnAliases: [], ...alias, ...(call.at === undefined ? {} : { at: call.at }) };
}

/** The columns that are asked for, or that the function is known to give. */
function columnsOf(ctx: Reading, node: unknown, call: CallExpr): TableColumn[] | undefined {
  const written = ctx.respelled.calls.get(String(open(node)[1]['name']))?.beside?.columns;
  if (written) return written;
  const known = ctx.grammar.tableFunctions?.get(call.name);
  if (known?.length === 0) refuse('wrong-arguments', `${call.name} needs its columns written out`, call.at);
  return known?.map((name) => ({ name }));
}

function aliasOf(ctx: Reading, fields: Json): { alias?: string; columnAliases: string[] } {
  return { ...(fields['alias'] ? { alias: nameOf(ctx, fields['alias']) } : {}), columnAliases: namesOf(ctx, fields['column_aliases']) };
}
