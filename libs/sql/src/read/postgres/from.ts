import type { CallExpr, FromItem } from '@countersign/contracts';
import type { Alias, JoinExpr, Node, RangeFunction, RangeVar } from 'libpg-query';
import { refuse } from '../../refusal.js';
import { namesOf, only, open, placed, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { listOf, statementOf } from './query.js';

const JOIN_TYPES: Record<string, 'inner' | 'left' | 'right' | 'full'> = { JOIN_INNER: 'inner', JOIN_LEFT: 'left', JOIN_RIGHT: 'right', JOIN_FULL: 'full' };

export function fromItemOf(ctx: Reading, node: Node): FromItem {
  const [kind, fields] = open(node);
  switch (kind) {
    case 'RangeVar': return tableOf(ctx, fields);
    case 'RangeSubselect':
      only('subquery in FROM', fields, ['lateral', 'subquery', 'alias']);
      return { kind: 'derived-table', query: statementOf(ctx, fields.subquery ?? {} as Node), lateral: fields.lateral ?? false, ...aliasOf(fields.alias) };
    case 'RangeFunction': return tableFunctionOf(ctx, fields);
    case 'JoinExpr': return joinOf(ctx, fields);
    case 'RangeTableSample': return refuse('forbidden-node', 'a sample is other rows each time: TABLESAMPLE is not allowed', ctx.at((fields as { location?: number }).location));
    default: return refuse('forbidden-node', `${kind} is not allowed in FROM`, ctx.at((fields as { location?: number }).location));
  }
}

function tableOf(ctx: Reading, table: RangeVar): FromItem {
  only('table', table, ['catalogname', 'schemaname', 'relname', 'inh', 'relpersistence', 'alias'], ctx.at(table.location));
  if (!table.inh) refuse('forbidden-node', 'ONLY is not allowed', ctx.at(table.location));
  if (table.relpersistence !== 'p') refuse('forbidden-node', 'only ordinary tables may be read', ctx.at(table.location));
  const name = [table.catalogname, table.schemaname, table.relname].filter((part) => part !== undefined);
  return { kind: 'table', name, ...aliasOf(table.alias), ...placed(ctx, table.location) };
}

function tableFunctionOf(ctx: Reading, item: RangeFunction): FromItem {
  only('function in FROM', item, ['lateral', 'ordinality', 'functions', 'alias']);
  const [first, more] = item.functions ?? [];
  const [call, definitions] = first ? listOf(first) : [];
  if (!call || more || (definitions && Object.keys(definitions).length)) refuse('forbidden-node', 'ROWS FROM and column definitions are not allowed in FROM');
  const expr = exprOf(ctx, call);
  if (expr.kind !== 'call') refuse('forbidden-node', 'only a function may stand here in FROM', expr.at);
  return { kind: 'table-function', call: expr satisfies CallExpr, lateral: item.lateral ?? false, withOrdinality: item.ordinality ?? false, ...aliasOf(item.alias), ...(expr.at === undefined ? {} : { at: expr.at }) };
}

function joinOf(ctx: Reading, join: JoinExpr): FromItem {
  only('JOIN', join, ['jointype', 'isNatural', 'larg', 'rarg', 'usingClause', 'quals']);
  const type = JOIN_TYPES[join.jointype ?? ''];
  if (!type || !join.larg || !join.rarg) refuse('forbidden-node', `${join.jointype} is not allowed`);
  const conditioned = join.quals !== undefined || join.usingClause !== undefined || join.isNatural;
  return {
    kind: 'join',
    type: type === 'inner' && !conditioned ? 'cross' : type,
    left: fromItemOf(ctx, join.larg),
    right: fromItemOf(ctx, join.rarg),
    ...(join.quals ? { on: exprOf(ctx, join.quals) } : {}),
    using: namesOf(join.usingClause),
    natural: join.isNatural ?? false,
  };
}

function aliasOf(alias: Alias | undefined): { alias?: string; columnAliases: string[] } {
  if (alias) only('alias', alias, ['aliasname', 'colnames']);
  return { ...(alias?.aliasname ? { alias: alias.aliasname } : {}), columnAliases: namesOf(alias?.colnames) };
}
