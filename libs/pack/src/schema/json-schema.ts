import { z } from 'zod';
import { PackSource } from './pack-source.js';

/**
 * The pack format as a JSON Schema (2020-12), for editors: what the YAML of a pack may say. A pack may be spread over files, so no section is
 * required of any one of them.
 * @example packJsonSchema()['title'] // 'Countersign domain pack'
 */
export function packJsonSchema(): Record<string, unknown> {
  const { required: _, ...schema } = z.toJSONSchema(PackSource, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
  return { ...schema, title: 'Countersign domain pack' };
}
