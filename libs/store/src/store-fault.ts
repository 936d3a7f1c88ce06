import { Fault, isFault } from '@countersign/contracts';
import pg from 'pg';

/** SQLSTATE classes and codes of a database that is gone, going, full or busy: worth another try. */
const UNAVAILABLE = /^(08...|53...|57P0.|57014|40001|40P01|55P03|25006)$/;
/** Five characters, as are Prisma's P1001 and the system's EPIPE, which are none. */
const SQLSTATE = /^(?!P\d{4}$|E[A-Z]{4}$)[0-9A-Z]{5}$/;
/** Prisma: can't reach, timed out, closed, no connection in time, no transaction in time. */
const PRISMA_UNAVAILABLE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const ADAPTER_UNAVAILABLE = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'TransactionWriteConflict', 'TlsConnectionError']);
const NODE_UNAVAILABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

interface Layer {
  code?: unknown;
  kind?: unknown;
  originalCode?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Turns what pg or Prisma threw into a Fault; by code, never by message (messages are localized). */
export function storeFault(error: unknown): Fault {
  if (isFault(error)) return error;
  const state = sqlState(error);
  const details = { cause: error, ...(state ? { params: { sqlState: state } } : {}) };
  return unavailable(error) ? new Fault('store-unavailable', true, details) : new Fault('internal', false, details);
}

/** The SQLSTATE somewhere in an error's layers. */
export function sqlState(error: unknown): string | undefined {
  for (const layer of layers(error)) {
    for (const code of [layer.originalCode, layer.code]) if (typeof code === 'string' && SQLSTATE.test(code)) return code;
  }
  return undefined;
}

function unavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return UNAVAILABLE.test(state);
  for (const layer of layers(error)) {
    if (typeof layer.code === 'string' && (PRISMA_UNAVAILABLE.has(layer.code) || NODE_UNAVAILABLE.has(layer.code))) return true;
    if (typeof layer.kind === 'string' && ADAPTER_UNAVAILABLE.has(layer.kind)) return true;
  }
  // pg's own errors about a lost or refused connection carry no code at all; the server's always do.
  return error instanceof Error && error.constructor === Error && !(error instanceof pg.DatabaseError) && (error as Layer).code === undefined;
}

function* layers(error: unknown): Generator<Layer> {
  let layer = error;
  for (let depth = 0; depth < 6 && typeof layer === 'object' && layer !== null; depth += 1) {
    const { cause, meta } = layer as Layer;
    yield layer as Layer;
    layer = meta?.driverAdapterError ?? cause;
  }
}
