import type { ColumnExpr, Cte, Expr, FromItem, Query, Select } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { only, open, use, type Json, type Reading } from './context.js';
import { countOf } from './expr.js';

const plain = (body: Query['body']): Query => ({ kind: 'query', body, orderBy: [], limit: null, offset: 0 });
const select = (expr: Expr, from: FromItem[], where?: Expr): Select => ({ kind: 'select', distinct: false, items: [{ expr }], from, ...(where ? { where } : {}), groupBy: [], windows: [] });

/**
 * `FROM dual CONNECT BY LEVEL <= 12` is how Oracle counts: a recursion of so many steps, with the step for LEVEL. A
 * hierarchy of rows is refused with the way to say it: WITH has an end that can be seen.
 */
export function countedLevels(ctx: Reading, connect: Json, from: readonly FromItem[]): { cte: Cte; level: ColumnExpr; from: FromItem[] } {
  const no = (): never => refuse('forbidden-node', 'CONNECT BY is not allowed but for FROM dual CONNECT BY LEVEL <= n: use WITH name (columns) AS (… UNION ALL …) with a step that ends it');
  only('CONNECT BY', connect, ['connect', 'start', 'nocycle']);
  if (connect['start'] || connect['nocycle'] === true || from.length > 0) return no();
  const [kind, sides] = open(connect['connect']);
  const [left, pseudo] = kind === 'lte' || kind === 'lt' ? open(sides['left']) : ['', {} as Json];
  if (left !== 'pseudocolumn' || (pseudo['kind'] !== 'Level' && pseudo['kind'] !== 'Rownum')) return no();
  const count = countOf(ctx, sides['right']) - (kind === 'lt' ? 1 : 0);
  for (const word of ctx.respelled.words.values()) if (/^(?:connect|level|rownum)$/i.test(word.value)) use(ctx, word);
  const name = `LEVELS_${++ctx.levels}`;
  const level: ColumnExpr = { kind: 'column', qualifier: [name], name: 'LEVEL_NO' };
  const table: FromItem = { kind: 'table', name: [name], columnAliases: [] };
  const one: Expr = { kind: 'number', text: '1' };
  const more: Expr = { kind: 'binary', op: '<', left: level, right: { kind: 'number', text: String(count) } };
  const step = select({ kind: 'binary', op: '+', left: level, right: one }, [table], more);
  return { cte: { name, columns: ['LEVEL_NO'], query: plain({ kind: 'set-operation', op: 'union', all: true, left: select(one, []), right: step }) }, level, from: [table] };
}
