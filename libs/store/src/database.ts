import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { checkLogin, openPool } from './connection.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import type { StoreOptions } from './store.js';
import { storeFault } from './store-fault.js';

/** Prisma, inside a transaction that sees one tenant. */
export type TenantClient = Prisma.TransactionClient;

/** Which rights a call has: one tenant's (set inside the SQL function it calls), or the system's. */
export type As = 'app' | 'system';

/** The only holder of connections. Everything else asks it for a tenant, or calls a function of the migrations. */
export class Database {
  private constructor(private readonly app: pg.Pool, private readonly system: pg.Pool, private readonly prisma: PrismaClient) {}

  static async open(options: StoreOptions): Promise<Database> {
    const app = openPool(options, 'countersign_app', options.poolSize ?? 5);
    const system = openPool(options, 'countersign_system', Math.max(2, Math.ceil((options.poolSize ?? 5) / 4)));
    const prisma = new PrismaClient({
      adapter: new PrismaPg(app, { onConnectionError: () => undefined }),
      // The other formats print the arguments of a failed call, hashes and sealed credentials among them.
      errorFormat: 'minimal',
    });
    const database = new Database(app, system, prisma);
    try {
      await Promise.all([checkLogin(app, 'countersign_app'), checkLogin(system, 'countersign_system')]);
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /** Everything `work` does is one transaction that sees one tenant's rows and no others. */
  async forTenant<T>(tenantId: string, work: (tx: TenantClient) => Promise<T>): Promise<T> {
    try {
      return await this.prisma.$transaction(async (tx) => {
        await enterTenant(tx, tenantId);
        return work(tx);
      }, { maxWait: 5_000, timeout: 20_000 });
    } catch (error) {
      throw storeFault(error);
    }
  }

  /** One statement, one round trip. `name` keeps it prepared on each connection. */
  async rows<R extends pg.QueryResultRow>(as: As, name: string, text: string, values: unknown[]): Promise<R[]> {
    try {
      return (await (as === 'app' ? this.app : this.system).query<R>({ name, text, values })).rows;
    } catch (error) {
      throw storeFault(error);
    }
  }

  /** A statement whose one row has one column named `result`. */
  async call<T>(as: As, name: string, text: string, values: unknown[]): Promise<T> {
    const [row] = await this.rows<{ result: T }>(as, name, text, values);
    return row?.result as T;
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    await Promise.all([this.app.end(), this.system.end()]);
  }
}

/** Turns the rest of the transaction to a tenant. */
export async function enterTenant(tx: TenantClient, tenantId: string): Promise<void> {
  await tx.$queryRaw`select set_config('app.tenant_id', ${tenantId}, true)`;
}
