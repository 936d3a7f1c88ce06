import type { Expr, SelectItem } from '@countersign/contracts';
import { TYPE_BY_NAME } from '../registry/types.js';

export const UNNAMED = '?column?';

/** The name the engine gives a select item, by PostgreSQL's rule (FigureColname). */
export function outputName(item: SelectItem): string {
  return item.alias ?? impliedName(item.expr) ?? UNNAMED;
}

function impliedName(e: Expr): string | undefined {
  switch (e.kind) {
    case 'column': return e.name;
    case 'metric': case 'named-filter': return e.id;
    case 'call': return e.name === 'array_of' ? 'array' : e.name === 'collate' && e.args[0] ? impliedName(e.args[0]) : e.name;
    case 'cast': return strongName(e.operand) ?? TYPE_BY_NAME.get(e.type.name)?.internal;
    case 'typed-literal': return e.type;
    case 'case': return (e.otherwise && strongName(e.otherwise)) ?? 'case';
    case 'exists': return 'exists';
    case 'array': return 'array';
    case 'row': return 'row';
    case 'at-time-zone': return 'timezone';
    case 'subscript': return impliedName(e.operand);
    case 'subquery': {
      let body = e.query.body;
      while (body.kind === 'query' || body.kind === 'set-operation') body = body.kind === 'query' ? body.body : body.left;
      const first = body.kind === 'select' ? body.items[0] : undefined;
      return first ? outputName(first) : 'column1';
    }
    default: return undefined;
  }
}

/** Casts and CASE take over the name inside only when it is a column's or a function's. */
function strongName(e: Expr): string | undefined {
  if (e.kind === 'case' || e.kind === 'cast') return e.kind === 'cast' ? strongName(e.operand) : e.otherwise && strongName(e.otherwise);
  return e.kind === 'typed-literal' ? undefined : impliedName(e);
}
