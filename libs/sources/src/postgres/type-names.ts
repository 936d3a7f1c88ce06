import type { SourceClient } from './connect.js';

/** Names of the types a result can carry, by object id. Built-in ones are the same on every server; the rest is read. */
export interface TypeNames {
  nameOf(oid: number): string;
}

export class LiveTypeNames implements TypeNames {
  private names = new Map<number, string>();
  private readAt = -Infinity;

  nameOf(oid: number): string {
    return this.names.get(oid) ?? `type ${oid}`;
  }

  /** Base types, enums, ranges and their arrays; at most once a minute, on a connection that is new anyway. */
  async refresh(client: SourceClient): Promise<void> {
    if (performance.now() - this.readAt < 60_000) return;
    this.readAt = performance.now();
    const found = await client.query<{ oid: number; typname: string }>(`SELECT oid, typname FROM pg_catalog.pg_type WHERE typtype IN ('b', 'e', 'r', 'm', 'p') AND NOT (typcategory = 'A' AND oid >= 16384 AND typelem IN (SELECT reltype FROM pg_catalog.pg_class))`);
    this.names = new Map(found.rows.map((row) => [row.oid, row.typname]));
  }
}
