import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GateTaskReader, gateTask } from './gate-task.js';

const scope = (columns: readonly string[]) => ({ tables: [{ name: 'orders', columns: columns.map((name) => ({ name, type: 'text' })), denied: [] }] });

describe('a statement on its way to a thread', () => {
  it('arrives as it was sent', () => {
    fc.assert(fc.property(fc.array(fc.string(), { maxLength: 5 }), fc.boolean(), fc.string(), (columns, bound, sql) => {
      const input = { sql, from: 'canonical', dialect: 'postgres', maxRows: 10, scope: scope(columns), ...(bound ? { binding: { tables: {} } } : {}) } as const;
      expect(new GateTaskReader().read(structuredClone(gateTask(input)))).toEqual(input);
    }));
  });

  it('brings what it shares with others once: the same text is the same object', () => {
    const reader = new GateTaskReader();
    const first = reader.read(gateTask({ sql: 'SELECT 1', from: 'canonical', dialect: 'postgres', scope: scope(['a']) }));
    const other = reader.read(gateTask({ sql: 'SELECT 2', from: 'canonical', dialect: 'postgres', scope: scope(['b']) }));
    const again = reader.read(gateTask({ sql: 'SELECT 3', from: 'canonical', dialect: 'postgres', scope: scope(['a']) }));
    expect(again.scope).toBe(first.scope);
    expect(other.scope).not.toBe(first.scope);
  });

  it('is read as well when its scope is too large to be remembered', () => {
    const large = scope(['x'.repeat(33_000_000)]);
    const reader = new GateTaskReader();
    const read = () => reader.read(gateTask({ sql: 'SELECT 1', from: 'canonical', dialect: 'postgres', scope: large })).scope?.tables[0]?.columns[0]?.name.length;
    expect([read(), read()]).toEqual([33_000_000, 33_000_000]);
  });
});
