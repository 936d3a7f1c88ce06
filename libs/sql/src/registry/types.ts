/** A type a query may cast to. `postgres` is the printed spelling; modifiers go where `#` stands. */
export interface TypeEntry {
  name: string;
  modifiers: number;
  postgres: string;
  /** PostgreSQL's own name, as its parser reports it and as it names an unnamed CAST column. */
  internal: string;
}

const type = (name: string, internal: string, postgres: string, modifiers = 0): TypeEntry => ({ name, internal, postgres, modifiers });

/** The types of the canonical dialect. Types that look things up in the catalogue (regclass and its kind) are not among them. */
export const TYPES: readonly TypeEntry[] = [
  type('smallint', 'int2', 'smallint'),
  type('integer', 'int4', 'integer'),
  type('bigint', 'int8', 'bigint'),
  type('numeric', 'numeric', 'numeric#', 2),
  type('real', 'float4', 'real'),
  type('double', 'float8', 'double precision'),
  type('boolean', 'bool', 'boolean'),
  type('text', 'text', 'text'),
  type('varchar', 'varchar', 'varchar#', 1),
  type('char', 'bpchar', 'char#', 1),
  type('date', 'date', 'date'),
  type('time', 'time', 'time#', 1),
  type('timestamp', 'timestamp', 'timestamp#', 1),
  type('timestamptz', 'timestamptz', 'timestamp# with time zone', 1),
  type('interval', 'interval', 'interval'),
  type('json', 'json', 'json'),
  type('jsonb', 'jsonb', 'jsonb'),
  type('uuid', 'uuid', 'uuid'),
  type('jsonpath', 'jsonpath', 'jsonpath'),
  type('bytea', 'bytea', 'bytea'),
  type('money', 'money', 'money'),
  type('inet', 'inet', 'inet'),
  type('tsvector', 'tsvector', 'tsvector'),
  type('tsquery', 'tsquery', 'tsquery'),
  type('timetz', 'timetz', 'time# with time zone', 1),
  type('bit', 'bit', 'bit#', 1),
  type('varbit', 'varbit', 'bit varying#', 1),
  ...['name', 'cidr', 'macaddr', 'macaddr8', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle', 'int4multirange', 'int8multirange', 'nummultirange', 'datemultirange', 'tsmultirange', 'tstzmultirange'].map((plain) => type(plain, plain, plain)),
  ...['int4range', 'int8range', 'numrange', 'daterange', 'tsrange', 'tstzrange'].map((range) => type(range, range, range)),
];

export const TYPE_BY_NAME: ReadonlyMap<string, TypeEntry> = new Map(TYPES.map((t) => [t.name, t]));
export const TYPE_BY_INTERNAL: ReadonlyMap<string, TypeEntry> = new Map(TYPES.map((t) => [t.internal, t]));
