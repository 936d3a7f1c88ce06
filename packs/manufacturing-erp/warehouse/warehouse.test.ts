import { describe, expect, it } from 'vitest';
import { checksums, warehouse } from './generate.mjs';
import { TABLES } from './schema.mjs';

const all = warehouse();
const of = (table: string) => all.get(table)!;
const sums = (table: string, by: string, value: string): number[] => {
  const found = new Map<unknown, number>();
  for (const row of of(table)) found.set(row[by], (found.get(row[by]) ?? 0) + Number(row[value]));
  return [...found.values()];
};

describe('the manufacturing warehouse', () => {
  it('holds the same rows on every machine', () => {
    expect(checksums()).toEqual({
      plants: { rows: 3, sha256: '2facc89e7c3f8843572d0867b092d7088b905bdc3866ce8dc975dd70feb5815c' },
      warehouses: { rows: 9, sha256: 'b8a7e135a9e5170f54dfc6731a9409caebb9048e0eff8a028dfcff3b8caa463c' },
      items: { rows: 36, sha256: 'b6ead103283d26f8c53e4f8dd97386afaf9bf468bdf2cdac4c18ba449c953746' },
      boms: { rows: 18, sha256: '3aa570524983b0093a2e7ce86998b801a786efcd200320e0fe0290e2f6b12d22' },
      bom_components: { rows: 81, sha256: '92be1f230447cb23cdc4282d6afd948aabc08582700004e5a4d3e25db16f3c92' },
      suppliers: { rows: 32, sha256: '439bdef2e535985cd247fa1698c351d099c34db238ebec029ec4145ee2473277' },
      item_suppliers: { rows: 33, sha256: '4f3f3f07a42873c7ee78b1eaf0ce63aed904b1faae57fdf07322aadb0d192dfa' },
      cost_centers: { rows: 8, sha256: '1a498639f17ae2a4de71533af28d73d0d940725a4f4ce0d6f8fc17898a348023' },
      work_orders: { rows: 1200, sha256: '05e10793f55aa2333e2a5f386b7a41e842389d75342c5860cb6a7368025cbb72' },
      work_order_cost_centers: { rows: 1928, sha256: 'f7b9ea4426b6deea3131724d5685ded57d9554656588bf061d0099f7c80ad929' },
      inventory_balances: { rows: 4504, sha256: '6414362632eee1e6f23b56a7182c21fe5d706b6cf8a23738ee32003293a308e5' },
      purchase_orders: { rows: 900, sha256: '96f52fe87496a49722c3c46c81d2e90ab413d8c2b762ff63fd568b6de3cece8c' },
      purchase_order_lines: { rows: 2282, sha256: 'b2a5c0ddd9e634c9888138a820fe219a86dd93da5b982c22b5d4a159ba991b7d' },
      inspections: { rows: 1500, sha256: '878a9fcc74912ebacd5b3d94a8458380353283d3f10e5ec070d548996f69361f' },
    });
  });

  it('draws other rows from another seed', () => expect(checksums(8)).not.toEqual(checksums(7)));

  it('has keys that are unique and references that are met', () => {
    for (const table of TABLES) {
      const keys = new Set(of(table.name).map((row) => table.primaryKey.map((k: string) => row[k]).join('/')));
      expect([table.name, keys.size]).toEqual([table.name, of(table.name).length]);
      for (const { column, table: target, ref } of table.foreignKeys) {
        const known = new Set(of(target).map((row) => row[ref]));
        expect(of(table.name).filter((row) => row[column] !== null && !known.has(row[column]))).toEqual([]);
      }
    }
  });

  it('shares out items and work orders wholly, and leaves some with nobody', () => {
    expect(new Set(sums('item_suppliers', 'item_id', 'share_pct'))).toEqual(new Set([100]));
    expect(new Set(sums('work_order_cost_centers', 'work_order_id', 'allocation_pct'))).toEqual(new Set([100]));
    const borne = new Set(of('work_order_cost_centers').map((a) => a.work_order_id));
    expect(of('work_orders').filter((w) => w.completed_date !== null && !borne.has(w.work_order_id)).length).toBeGreaterThan(10);
  });

  it('has months without production in Hanoi, two currencies, kilograms and pieces, and stock that ends at zero', () => {
    const months = new Set(of('work_orders').filter((w) => w.plant_id === 3 && w.completed_date !== null).map((w) => String(w.completed_date).slice(0, 7)));
    expect(months.has('2025-10')).toBe(true);
    expect(months.has('2025-11')).toBe(false);
    expect(new Set(of('purchase_orders').map((o) => o.currency_code))).toEqual(new Set(['KRW', 'USD']));
    expect(new Set(of('items').map((i) => i.base_unit))).toEqual(new Set(['kg', 'ea']));
    expect(of('inventory_balances').filter((b) => b.balance_date === '2026-02-13' && b.quantity === '0.00').length).toBeGreaterThanOrEqual(2);
  });
});
