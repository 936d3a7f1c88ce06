import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.js';

/** Well below the head start that publishers have over the dispatcher, which would publish again what is still there. */
const GATHER_MS = 200;

/**
 * Takes published rows out of the outbox, those of a moment in one call. Nobody waits for it: a row that stays too long is
 * published twice at worst, and the second delivery does nothing.
 */
export class OutboxDone {
  private gathering: string[] = [];
  private next: Promise<void> | null = null;
  private current: Promise<void> = Promise.resolve();

  constructor(private readonly db: Database) {}

  remove(ids: string[]): Promise<void> {
    this.gathering.push(...ids);
    this.next ??= Promise.all([this.current, pause(GATHER_MS)]).then(() => this.send());
    return this.next;
  }

  private send(): Promise<void> {
    const ids = this.gathering;
    this.gathering = [];
    this.next = null;
    const sent = this.db.rows('system', 'outbox_published', 'delete from outbox where id = any ($1::uuid[])', [ids]).then(() => undefined);
    // A failed call must not fail those that come after it.
    this.current = sent.catch(() => undefined);
    return sent;
  }
}
