import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { packJsonSchema } from '@countersign/pack';

/** `countersign pack schema`: the pack format as a JSON Schema, for editors. */
export function packSchemaCommand(args: string[], output: Writable): number {
  parseArgs({ args, options: {} });
  output.write(`${JSON.stringify(packJsonSchema(), null, 2)}\n`);
  return 0;
}
