import type { ColumnExpr, Expr } from '@countersign/contracts';

/** Every column named in a formula (the node kinds formulas have). */
export function columnsIn(expr: Expr): ColumnExpr[] {
  switch (expr.kind) {
    case 'column':
      return [expr];
    case 'unary':
    case 'null-test':
      return columnsIn(expr.operand);
    case 'binary':
      return [...columnsIn(expr.left), ...columnsIn(expr.right)];
    case 'logical':
      return expr.operands.flatMap(columnsIn);
    case 'in-list':
      return [...columnsIn(expr.operand), ...expr.items.flatMap(columnsIn)];
    default:
      return [];
  }
}

/** The same formula with each column replaced. */
export function mapColumns(expr: Expr, replace: (column: ColumnExpr) => Expr): Expr {
  switch (expr.kind) {
    case 'column':
      return replace(expr);
    case 'unary':
    case 'null-test':
      return { ...expr, operand: mapColumns(expr.operand, replace) };
    case 'binary':
      return { ...expr, left: mapColumns(expr.left, replace), right: mapColumns(expr.right, replace) };
    case 'logical':
      return { ...expr, operands: expr.operands.map((o) => mapColumns(o, replace)) };
    case 'in-list':
      return { ...expr, operand: mapColumns(expr.operand, replace), items: expr.items.map((i) => mapColumns(i, replace)) };
    default:
      return expr;
  }
}
