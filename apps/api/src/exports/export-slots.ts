import { Injectable } from '@nestjs/common';

/** Files that one process writes at once, of all people; one person gets one. */
const MOST = 4;

/** Bounds what exports cost: a file is as long as its result, and its reader may be slow. */
@Injectable()
export class ExportSlots {
  private readonly taken = new Map<string, symbol>();

  /** A slot, to be given back; undefined when there is none now. */
  take(tenantId: string, personId: string): (() => void) | undefined {
    const key = `${tenantId}/${personId}`;
    if (this.taken.has(key) || this.taken.size >= MOST) return undefined;
    const slot = Symbol(key);
    this.taken.set(key, slot);
    // Given back twice, it is not another's.
    return () => {
      if (this.taken.get(key) === slot) this.taken.delete(key);
    };
  }
}
