import { Dialect } from '@countersign/contracts';
import { UsageError } from './usage.js';

export function requireJsonl(given: boolean | undefined): void {
  if (given !== true) throw new UsageError('--jsonl is needed: one JSON object a line on standard input');
}

export function dialectArgument(given: string | undefined): Dialect {
  const dialect = Dialect.safeParse(given ?? 'postgres');
  if (!dialect.success) throw new UsageError(`--dialect is one of ${Dialect.options.join(', ')}`);
  return dialect.data;
}

export function wholeArgument(name: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const value = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;
  if (value === undefined) throw new UsageError(`${name} is a whole number from 1 to 999999999`);
  return value;
}

/** A day that exists, YYYY-MM-DD. */
export function isDay(given: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(given) ? new Date(`${given}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === given;
}

export function dayArgument(name: string, given: string): string {
  if (!isDay(given)) throw new UsageError(`${name} is a day, YYYY-MM-DD`);
  return given;
}
