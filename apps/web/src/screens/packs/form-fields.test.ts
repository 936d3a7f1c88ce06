import { packJsonSchema } from '@countersign/pack';
import { describe, expect, it } from 'vitest';
import { FIELDS, PACK_FIELDS } from './form-fields.js';

type Schema = { properties?: Record<string, Schema>; additionalProperties?: Schema; items?: Schema; oneOf?: Schema[]; anyOf?: Schema[]; enum?: string[]; const?: string };
const root = packJsonSchema() as Schema;
const of = (section: string): Schema => root.properties?.[section]?.additionalProperties ?? root.properties?.[section]?.items ?? {};
const names = (schema: Schema): string[] => Object.keys(schema.properties ?? {}).sort();

describe('the forms', () => {
  it.each(['dimensions', 'filters', 'terms', 'values', 'entities', 'roles', 'relationships', 'bridges', 'events', 'ranks', 'topics'] as const)('know every field that the pack format has in %s, and no other', (section) => {
    expect(FIELDS[section].map(({ name }) => name).sort()).toEqual(names(of(section)));
  });
  it('know which field belongs to which kind of metric', () => {
    const kinds = of('metrics').oneOf ?? of('metrics').anyOf ?? [];
    expect(kinds.length).toBeGreaterThan(6);
    for (const schema of kinds) {
      const kind = schema.properties?.['kind']?.const ?? '';
      const fields = FIELDS.metrics.filter((field) => !field.kinds || field.kinds.includes(kind)).map(({ name }) => name);
      expect([kind, fields.sort()]).toEqual([kind, names(schema)]);
    }
  });
  it('know columns, values and the pack itself', () => {
    expect(FIELDS.columns.map(({ name }) => name).sort()).toEqual(names(of('entities').properties?.['columns']?.additionalProperties ?? {}));
    expect(FIELDS.valueEntries.map(({ name }) => name).sort()).toEqual(names(of('values').properties?.['values']?.additionalProperties ?? {}));
    const pack = root.properties?.['pack'] ?? {};
    expect([...new Set(PACK_FIELDS.map(({ path }) => path[0] ?? ''))].sort()).toEqual(names(pack).filter((name) => name !== 'id'));
    expect(PACK_FIELDS.filter(({ path }) => path[0] === 'calendar').map(({ path }) => path[1]).sort()).toEqual(names(pack.properties?.['calendar'] ?? {}));
  });
  it('offer the choices that the format allows', () => {
    for (const field of FIELDS.columns) if (field.choices) expect([field.name, field.choices]).toEqual([field.name, of('entities').properties?.['columns']?.additionalProperties?.properties?.[field.name]?.enum]);
  });
});
