import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { signerOf } from '@countersign/audit';
import { keyFromFile, SecretError } from '@countersign/platform';
import { CannotStart } from './cannot-start.js';
import type { DataFolder } from './data-folder.js';

/**
 * The key that signs audit exports: ours, made at the first start, unless the environment has one. Its public half lies
 * beside it, for auditors to keep; so a lost key is noticed and never quietly replaced by another.
 *
 * @returns the key's file; null when the environment says where it is
 */
export function auditKeyFile(folder: DataFolder, env: NodeJS.ProcessEnv): string | null {
  if (env.COUNTERSIGN_AUDIT_KEY || env.COUNTERSIGN_AUDIT_KEY_FILE) return null;
  const [secret, open] = [folder.path('keys', 'audit.key'), folder.path('keys', 'audit.pub')];
  if (!existsSync(secret) && existsSync(open)) {
    throw new CannotStart(`the key file ${secret} is missing, and exports signed with it exist: put it back, or remove ${open} to sign with a new one from now on`);
  }
  try {
    const { publicKey } = signerOf(keyFromFile(secret, { create: true }));
    if (!existsSync(open) || readFileSync(open, 'utf8').trim() !== publicKey) writeFileSync(open, `${publicKey}\n`);
    return secret;
  } catch (error) {
    if (error instanceof SecretError) throw new CannotStart(error.message);
    throw error;
  }
}
