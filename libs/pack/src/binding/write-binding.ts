import type { ColumnConversion, NameBinding } from '@countersign/contracts';
import { stringify } from 'yaml';
import type { BoundColumnSource } from './binding-source.js';

/**
 * A binding as the file that a person could have written: reading it gives the same binding.
 *
 * @param packId the pack it is for
 * @example writeBinding('shop', { tables: { orders: { name: 'VBAK', columns: { order_id: 'VBELN' } } } }) // 'pack: shop\ntables:\n  orders:\n    name: VBAK\n …'
 */
export function writeBinding(packId: string, { tables }: NameBinding): string {
  const source = Object.entries(tables).map(([table, { schema, name, columns, convert = {} }]) => [table, {
    ...(schema === undefined ? {} : { schema }), name,
    // Columns that are not named have the same name.
    ...(Object.keys(columns).length === 0 ? {} : { columns: Object.fromEntries(Object.entries(columns).map(([column, real]) => [column, columnOf(real, convert[column])])) }),
  }]);
  return stringify({ pack: packId, tables: Object.fromEntries(source) as unknown }, { lineWidth: 0 });
}

function columnOf(name: string, conversion: ColumnConversion | undefined): BoundColumnSource {
  switch (conversion?.kind) {
    case undefined: return name;
    case 'values': return { name, values: Object.fromEntries(conversion.values.map(({ standard, stored }) => [standard, stored])) };
    case 'day': return { name, day: conversion.format, ...(conversion.empty === undefined ? {} : { empty: conversion.empty }) };
    case 'widen': return { name, as: conversion.type };
  }
}
