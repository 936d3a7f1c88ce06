import { columnClass } from '@countersign/contracts';
import type { ValueKind } from './table.js';

/**
 * What a column holds, by the engine's name of its type.
 * @example valueKind('numeric(12,2)') // 'number'
 */
export function valueKind(type: string): ValueKind {
  const found = columnClass(type);
  if (found === 'integer' || found === 'whole') return 'integer';
  if (found === 'number') return /float|real|double|binary/i.test(type) ? 'float' : 'number';
  return found === 'boolean' || found === 'date' || found === 'timestamp' ? found : 'text';
}
