import { createRequire } from 'node:module';

/** A date or timestamp as it came over the wire. */
export class WireTime {
  /** @param databaseOffset minutes of the database's own zone: that of a TIMESTAMP WITH LOCAL TIME ZONE */
  constructor(readonly bytes: Buffer, readonly databaseOffset: number | undefined) {}
}

interface WireBuffer {
  caps?: { dbTzOffset?: number };
  readBytesWithLength(): Buffer | null;
  parseOracleDate(bytes: Buffer, useLocalTime: boolean, useDbTz: boolean): unknown;
}
interface WireBufferClass { prototype: WireBuffer & { readOracleDate(useLocalTime: boolean, useDbTz?: boolean): unknown } }

/** The driver's reader of values: of the pinned version, and looked at before it is used. */
const { BaseBuffer } = createRequire(__filename)('oracledb/lib/impl/datahandlers/buffer.js') as { BaseBuffer: WireBufferClass };

/**
 * Makes Thin mode hand over dates as they are on the wire. Its own reading makes a JavaScript Date of them: nanoseconds
 * are lost, time zones forgotten, and the process's time zone moves the hours.
 * @throws Error when the driver no longer reads values the way this relies on: rather no Oracle than shifted dates
 */
export function readTimesExactly(): void {
  const { prototype } = BaseBuffer;
  if (typeof prototype.readOracleDate !== 'function' || typeof prototype.readBytesWithLength !== 'function' || typeof prototype.parseOracleDate !== 'function') throw new Error('oracledb: this version reads dates in another way');
  prototype.readOracleDate = function (this: WireBuffer, useLocalTime: boolean, useDbTz = false): WireTime | null {
    const bytes = this.readBytesWithLength();
    if (bytes === null) return null;
    // Refuses a database whose own zone is a region: the driver doesn't know its offset.
    if (useDbTz) this.parseOracleDate(bytes, useLocalTime, useDbTz);
    return new WireTime(Buffer.from(bytes), useDbTz ? (this.caps?.dbTzOffset ?? 0) : undefined);
  };
}

const two = (n: number) => String(n).padStart(2, '0');
const REGION = 0x80;

/** `YYYY-MM-DD HH:MM:SS[.fraction][ +HH:MM]`, with a minus before years before the common era. A zone given by name is told in UTC. */
export function wireTimeText({ bytes, databaseOffset }: WireTime): string {
  const year = (bytes[0]! - 100) * 100 + bytes[1]! - 100;
  const wall = { year, month: bytes[2]!, day: bytes[3]!, hour: bytes[4]! - 1, minute: bytes[5]! - 1, second: bytes[6]! - 1 };
  const nanos = bytes.length >= 11 ? bytes.readUInt32BE(7) : 0;
  if (databaseOffset !== undefined) return `${wallText(moved(wall, -databaseOffset), nanos)} ${offsetText(0)}`;
  if (bytes.length < 13) return wallText(wall, nanos);
  // With a zone, the wire holds UTC.
  const offset = bytes[11]! & REGION ? 0 : (bytes[11]! - 20) * 60 + bytes[12]! - 60;
  return `${wallText(moved(wall, offset), nanos)} ${offsetText(offset)}`;
}

interface Wall { year: number; month: number; day: number; hour: number; minute: number; second: number }

function moved(wall: Wall, minutes: number): Wall {
  if (minutes === 0) return wall;
  const at = new Date(0);
  at.setUTCFullYear(wall.year, wall.month - 1, wall.day);
  at.setUTCHours(wall.hour, wall.minute + minutes, wall.second);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() };
}

function wallText(w: Wall, nanos: number): string {
  const fraction = String(nanos).padStart(9, '0').replace(/0+$/, '');
  const year = (w.year < 0 ? '-' : '') + String(Math.abs(w.year)).padStart(4, '0');
  return `${year}-${two(w.month)}-${two(w.day)} ${two(w.hour)}:${two(w.minute)}:${two(w.second)}${fraction === '' ? '' : `.${fraction}`}`;
}

export function offsetText(minutes: number): string {
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}
