/** A record's own member: a name from a query may be `constructor`, which every object has. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
