import type { Database } from './database.js';

/** Takes published rows out of the outbox, those that gathered while the last call was under way in one call. */
export class OutboxDone {
  private gathering: string[] = [];
  private next: Promise<void> | null = null;
  private current: Promise<void> = Promise.resolve();

  constructor(private readonly db: Database) {}

  remove(ids: string[]): Promise<void> {
    this.gathering.push(...ids);
    this.next ??= this.current.then(() => this.send());
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
