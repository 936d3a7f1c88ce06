import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { fields, fieldsOf } from './fake-hdb-wire.js';

/** Real servers ask for fifteen thousand; a test has no secret to guard. */
const ITERATIONS = 100;
export const METHOD = 'SCRAMPBKDF2SHA256';

const hmac = (key: Buffer, ...parts: Buffer[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();

/** The server's side of the challenge: it keeps a verifier's input, checks the client's proof, and proves itself. */
export class Challenge {
  private readonly salt = randomBytes(16);
  private readonly serverKey = randomBytes(48);

  constructor(readonly user: string, private readonly clientKey: Buffer) {}

  /** Salt, the server's own random bytes, and the iterations. */
  get bytes(): Buffer {
    const iterations = Buffer.alloc(4);
    iterations.writeUInt32BE(ITERATIONS, 0);
    return fields([this.salt, this.serverKey, iterations]);
  }

  /** @returns the server's proof; undefined when the client does not know the password */
  answer(password: string, proof: Buffer): Buffer | undefined {
    const salted = pbkdf2Sync(password, this.salt, ITERATIONS, 32, 'sha256');
    const key = createHash('sha256').update(salted).digest();
    const signature = hmac(createHash('sha256').update(key).digest(), this.salt, this.serverKey, this.clientKey);
    const expected = Buffer.from(signature.map((byte, i) => byte ^ key[i]!));
    // The count before the proof is written with its high byte first here, and with its low byte first in ours.
    const [given = Buffer.alloc(0)] = fieldsOf(Buffer.concat([Buffer.from([1, 0]), proof.subarray(2)]));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return fields([hmac(hmac(salted, this.salt), this.clientKey, this.salt, this.serverKey)]);
  }
}
