/** Who signs in, as LOGIN7 says it. */
export interface FakeLogin {
  user: string;
  password: string;
  database: string;
  host: string;
  application: string;
  language: string;
  readOnlyIntent: boolean;
}

/** Offsets and lengths of the texts stand from byte 36 on, two words each. */
export function loginFrom(body: Buffer): FakeLogin {
  const bytesAt = (slot: number) => {
    const offset = body.readUInt16LE(36 + slot * 4);
    return body.subarray(offset, offset + body.readUInt16LE(38 + slot * 4) * 2);
  };
  const textAt = (slot: number) => bytesAt(slot).toString('utf16le');
  return {
    host: textAt(0),
    user: textAt(1),
    password: unscrambled(bytesAt(2)),
    application: textAt(3),
    language: textAt(7),
    database: textAt(8),
    readOnlyIntent: (body[26]! & 0x20) !== 0,
  };
}

/** A password on the wire: halves of each byte swapped, then every second bit turned. Whoever reads the wire reads it. */
function unscrambled(bytes: Buffer): string {
  return Buffer.from(bytes.map((b) => { const turned = b ^ 0xa5; return ((turned & 0x0f) << 4) | (turned >> 4); })).toString('utf16le');
}

/** The statement behind a batch's headers. */
export const batchText = (body: Buffer): string => body.toString('utf16le', body.readUInt32LE(0));

const EXECUTE_SQL = 10;

/** The statement that a call of sp_executesql carries as its first parameter; undefined for any other procedure. */
export function calledText(body: Buffer): string | undefined {
  let at = body.readUInt32LE(0);
  if (body.readUInt16LE(at) !== 0xffff || body.readUInt16LE(at + 2) !== EXECUTE_SQL) return undefined;
  at += 6;
  at += 1 + body[at]! * 2;
  const [type, most] = [body[at + 1]!, body.readUInt16LE(at + 2)];
  if (type !== 0xe7) return undefined;
  at += 1 + 1 + 2 + 5;
  if (most !== 0xffff) return body.toString('utf16le', at + 2, at + 2 + body.readUInt16LE(at));
  at += 8;
  const parts: Buffer[] = [];
  for (let length = body.readUInt32LE(at); length > 0; length = body.readUInt32LE(at)) {
    parts.push(body.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return Buffer.concat(parts).toString('utf16le');
}

const MANAGED = { 5: 'begin', 7: 'commit', 8: 'rollback', 9: 'save' } as const;

/** What is asked of the transaction manager; undefined when the double does not know it. */
export const managerRequest = (body: Buffer): 'begin' | 'commit' | 'rollback' | 'save' | undefined => (MANAGED as Record<number, 'begin' | 'commit' | 'rollback' | 'save'>)[body.readUInt16LE(body.readUInt32LE(0))];
