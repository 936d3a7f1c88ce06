import type { ColumnConversion, Expr } from '@countersign/contracts';

/** The standard value of a column that is stored otherwise, in the canonical dialect. */
export function converted(column: Expr, conversion: ColumnConversion): Expr {
  switch (conversion.kind) {
    case 'values':
      return { kind: 'case', branches: conversion.values.map(({ standard, stored }) => ({ when: { kind: 'binary', op: '=', left: column, right: literal(stored) }, then: standardLiteral(conversion.type, standard) })) };
    case 'widen':
      return { kind: 'cast', operand: column, type: { name: conversion.type === 'decimal' ? 'numeric' : conversion.type, modifiers: conversion.type === 'decimal' ? [38, 0] : [], array: false } };
    case 'day': {
      const present: Expr = conversion.empty === undefined ? column : call('nullif', column, literal(conversion.empty));
      return call('to_date', present, literal(conversion.format));
    }
  }
}

const call = (name: string, ...args: Expr[]): Expr => ({ kind: 'call', name, args, distinct: false, orderBy: [], withinGroup: [] });

const literal = (value: string | number): Expr => (typeof value === 'string' ? { kind: 'string', value } : { kind: 'number', text: String(value) });

function standardLiteral(type: Extract<ColumnConversion, { kind: 'values' }>['type'], standard: string): Expr {
  if (type === 'boolean') return { kind: 'boolean', value: standard === 'true' };
  return type === 'integer' ? { kind: 'number', text: standard } : { kind: 'string', value: standard };
}
