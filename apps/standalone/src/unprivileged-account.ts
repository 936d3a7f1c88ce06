import { readFileSync } from 'node:fs';
import { CannotStart } from './cannot-start.js';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The account that database servers run as when we are root (PostgreSQL refuses uid 0). An existing account is
 * borrowed, never created. undefined: we are an ordinary user and servers run as ourselves.
 */
export function unprivilegedAccount(passwd = '/etc/passwd', uid = process.getuid?.()): Account | undefined {
  if (uid !== 0) return undefined;
  const rows = readFileSync(passwd, 'utf8').split('\n').map((line) => line.split(':'));
  const row = rows.find((r) => r[0] === 'postgres') ?? rows.find((r) => r[0] === 'nobody');
  if (!row) throw new CannotStart('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as: start as an ordinary user, or set DATABASE_URL');
  return { name: row[0] ?? '', uid: Number(row[2]), gid: Number(row[3]) };
}
