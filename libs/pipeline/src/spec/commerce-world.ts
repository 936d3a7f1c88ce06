import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Actor, Catalogue, DataSource } from '@countersign/contracts';
import { type Pack, identityBinding, loadPack } from '@countersign/pack';
import type { FakeWorld } from '../fakes/ports.js';
import type { Source } from '../ports.js';

export const TENANT = '00000000-0000-7000-8000-00000000aaaa';
export const OTHER_TENANT = '00000000-0000-7000-8000-00000000bbbb';
export const SOURCE = '00000000-0000-7000-8000-0000000050fc';
const person = (n: number) => `00000000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
export const ASKER = person(1);
export const APPROVER = person(2);
export const SECOND_APPROVER = person(3);

export const actorOf = (personId: string, tenantId = TENANT): Actor => ({
  kind: 'person', tenantId, personId, name: personId.slice(-2), groups: [], locale: 'en',
  roles: personId === ASKER ? ['analyst', 'approver', 'admin'] : ['approver'],
});

const TABLES: Record<string, Record<string, string>> = {
  customers: { customer_id: 'integer', full_name: 'text', email: 'text', country_code: 'character(2)', city: 'text', segment: 'text', signup_date: 'date', is_active: 'boolean' },
  products: { product_id: 'integer', sku: 'text', product_name: 'text', category: 'text', list_price: 'numeric(12,2)', unit_cost: 'numeric(12,2)', discontinued: 'boolean' },
  orders: { order_id: 'integer', customer_id: 'integer', order_date: 'date', status: 'text', channel: 'text', ship_country_code: 'character(2)', shipping_fee: 'numeric(12,2)' },
  order_items: { order_id: 'integer', line_no: 'integer', product_id: 'integer', quantity: 'integer', unit_price: 'numeric(12,2)', discount_pct: 'numeric(5,2)' },
  payments: { payment_id: 'integer', order_id: 'integer', paid_at: 'timestamp without time zone', amount: 'numeric(12,2)', method: 'text', status: 'text' },
};

export function commerceCatalogue(): Catalogue {
  return {
    engine: 'postgres', version: '18', searchPath: ['public'],
    tables: Object.entries(TABLES).map(([name, columns]) => ({
      schema: 'public', name, kind: 'table' as const, primaryKey: [], uniqueKeys: [], foreignKeys: [],
      columns: Object.entries(columns).map(([column, type]) => ({ name: column, type, nullable: true })),
      fingerprint: createHash('sha256').update(JSON.stringify(columns)).digest('hex'),
    })),
  };
}

let loaded: Pack | undefined;

/** Loading takes longer than a story: once is enough, a pack is never changed. */
export function commercePack(): Pack {
  if (!loaded) {
    const { pack, findings } = loadPack(packFiles(), 1);
    if (!pack) throw new Error(JSON.stringify(findings));
    loaded = pack;
  }
  return loaded;
}

function packFiles(): Record<string, string> {
  const dir = path.resolve(__dirname, '../../../../packs/commerce');
  return Object.fromEntries(readdirSync(dir).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(dir, f), 'utf8')]));
}

const source: DataSource = {
  id: SOURCE, name: 'Commerce', engine: 'postgres', dialect: 'postgres', host: 'localhost', port: 5432, database: 'commerce', username: 'reader',
  tls: 'off', zone: 'default', revision: 1, status: 'ready', maxSubqueryDepth: 3, probe: null, catalogue: null,
  caps: { maxRows: 1000, maxBytes: 1_000_000, timeoutMs: 30_000, maxCost: 100_000, maxEstimatedRows: 1_000_000 },
};

/** A tenant with an asker who is also an approver, two other approvers, one source and the commerce pack. */
export function commerceWorld(): FakeWorld {
  const pack = commercePack();
  return {
    people: new Map([ASKER, APPROVER, SECOND_APPROVER].map((personId) => [personId, { tenantId: TENANT, personId, name: personId.slice(-2), roles: actorOf(personId).kind === 'person' ? (actorOf(personId) as Extract<Actor, { kind: 'person' }>).roles : [], groups: [] }])),
    grants: [{ id: person(50), version: 1, subject: { kind: 'person', id: ASKER }, dataSourceId: SOURCE, objects: '*', unmask: [], expiresAt: null, revokedAt: null }],
    policies: { version: 1, policies: [] },
    packs: new Map([['commerce', { current: 1, versions: new Map([[1, pack]]) }]]),
    sources: new Map([[SOURCE, source]]),
    catalogues: new Map([[SOURCE, commerceCatalogue()]]),
    bindings: new Map([[SOURCE, identityBinding(pack)]]),
    nowMs: Date.parse('2026-06-30T03:00:00.000Z'),
    queue: [],
  };
}

/** A database double that answers any statement with given rows and remembers what it was asked to run. */
export function scriptedSource(columns: { name: string; type: string }[], rows: (string | null)[][]): Source & { ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    estimate: async () => ({ available: true, cost: 120, rows: 3000, plan: [], fullScans: [] }),
    run: async (request, sink) => {
      ran.push(request.sql);
      await sink.columns(columns);
      await sink.rows(rows);
      return { rowCount: rows.length, byteCount: 100, truncated: 'no', explainUs: 10, executeUs: 10, fetchUs: 10 };
    },
  };
}
