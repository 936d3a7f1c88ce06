import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/contracts';

/** Names, types and nullability, whatever the order of the columns; of a view also its definition. Comments and sizes don't count. */
export function fingerprintOf(table: { schema: string; name: string; kind: string; columns: { name: string; type: string; nullable: boolean }[]; definition: string | null }): string {
  const columns = table.columns.map((c) => [c.name, c.type, c.nullable]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256').update(canonicalJson({ schema: table.schema, name: table.name, kind: table.kind, columns, definition: table.definition })).digest('hex');
}
