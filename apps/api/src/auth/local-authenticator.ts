import type { IdentityStore } from '@countersign/store';
import { hash, verify } from '@node-rs/argon2';
import type { Authenticator, Proven } from './authenticator.js';
import { newSecret } from './secret-hash.js';

export interface PasswordProof {
  email: string;
  password: string;
}

/** E-mail and password against argon2id hashes in the store. */
export class LocalAuthenticator implements Authenticator<PasswordProof> {
  private constructor(
    private readonly identity: Pick<IdentityStore, 'credentials'>,
    /** Verified against when there is no such e-mail, so that both cases cost the same. */
    private readonly decoyHash: string,
  ) {}

  static async create(identity: Pick<IdentityStore, 'credentials'>): Promise<LocalAuthenticator> {
    return new LocalAuthenticator(identity, await hash(newSecret()));
  }

  async authenticate({ email, password }: PasswordProof): Promise<{ proven: Proven } | { proven: null; named: Proven | null }> {
    const known = await this.identity.credentials(email.trim().toLowerCase());
    const matches = await verify(known?.passwordHash ?? this.decoyHash, password).catch(() => false);
    if (known && matches) return { proven: { tenantId: known.tenantId, personId: known.personId } };
    return { proven: null, named: known ? { tenantId: known.tenantId, personId: known.personId } : null };
  }
}
