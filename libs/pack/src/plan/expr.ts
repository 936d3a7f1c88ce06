import type { BinaryOperator, CallExpr, Expr, OrderItem, Query, Select, SelectItem, Window } from '@countersign/contracts';

/** Small constructors of tree nodes: the planner reads like the SQL it makes. */
export const column = (name: string, qualifier?: string): Expr => ({ kind: 'column', qualifier: qualifier === undefined ? [] : [qualifier], name });
export const number = (text: string): Expr => ({ kind: 'number', text });
export const text = (value: string): Expr => ({ kind: 'string', value });
export const date = (day: string): Expr => ({ kind: 'typed-literal', type: 'date', value: day });
export const binary = (left: Expr, op: BinaryOperator, right: Expr): Expr => ({ kind: 'binary', op, left, right });
export const not = (operand: Expr): Expr => ({ kind: 'unary', op: 'not', operand });
export const cast = (operand: Expr, name: string): Expr => ({ kind: 'cast', operand, type: { name, modifiers: [], array: false } });
export const call = (name: string, args: Expr[], more: Partial<Pick<CallExpr, 'distinct' | 'over'>> = {}): Expr => ({ kind: 'call', name, args, distinct: false, orderBy: [], withinGroup: [], ...more });
export const over = (partitionBy: Expr[], orderBy: OrderItem[] = [], frame?: Window['frame']): Window => ({ partitionBy, orderBy, ...(frame ? { frame } : {}) });
export const when = (condition: Expr, then: Expr): Expr => ({ kind: 'case', branches: [{ when: condition, then }] });
export const orderBy = (expr: Expr, direction: 'asc' | 'desc', nullable = false): OrderItem => ({ expr, direction, ...(direction === 'desc' && nullable ? { nulls: 'last' as const } : {}) });
export const all = (conditions: Expr[]): Expr | undefined => (conditions.length < 2 ? conditions[0] : { kind: 'logical', op: 'and', operands: conditions });
export const any = (conditions: Expr[]): Expr | undefined => (conditions.length < 2 ? conditions[0] : { kind: 'logical', op: 'or', operands: conditions });
export const item = (expr: Expr, alias?: string): SelectItem => (alias === undefined ? { expr } : { expr, alias });
/** 100.0 * a / b, NULL where b is zero. */
export const percentOf = (a: Expr, b: Expr): Expr => binary(binary(number('100.0'), '*', a), '/', nullIfZero(b));
export const nullIfZero = (expr: Expr): Expr => call('nullif', [expr, number('0')]);

export const select = (parts: Partial<Select> & Pick<Select, 'items'>): Select => ({ kind: 'select', distinct: false, from: [], groupBy: [], windows: [], ...parts });
export const query = (body: Query['body'], more: Partial<Pick<Query, 'orderBy' | 'limit' | 'with'>> = {}): Query => ({ kind: 'query', body, orderBy: [], limit: null, offset: 0, ...more });
export const table = (name: string, alias?: string): Select['from'][number] => ({ kind: 'table', name: [name], ...(alias === undefined ? {} : { alias }), columnAliases: [] });
