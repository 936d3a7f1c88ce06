import type { QueueObserver } from './work-queue.js';

const SETTLING_MS = 5_000;

/** Tells the observer once when connections break and once when they work again, however often clients complain. */
export class ConnectionWatch {
  #lost = false;
  #restoredAt = -Infinity;
  constructor(private readonly observer: QueueObserver) {}

  trouble(error: unknown): void {
    // One client may be back before another: late complaints about the same break are no news. A real one goes on.
    if (this.#lost || performance.now() - this.#restoredAt < SETTLING_MS) return;
    this.#lost = true;
    this.observer.connection('lost', error);
  }

  works(): void {
    if (!this.#lost) return;
    this.#lost = false;
    this.#restoredAt = performance.now();
    this.observer.connection('restored');
  }
}
