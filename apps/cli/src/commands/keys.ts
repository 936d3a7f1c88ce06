import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { signerOf } from '@countersign/audit';
import { createSecrets, keyFrom, SecretError } from '@countersign/platform';
import { UsageError } from '../usage.js';

type Environment = Record<string, string | undefined>;

/** `countersign keys`: what a deployment's keys are made with, and which of their halves goes where. */
export async function keysCommand(args: string[], env: Environment, output: Writable): Promise<number> {
  const [what, ...rest] = args;
  if (rest.length > 0 || (what !== 'new' && what !== 'public')) throw new UsageError('keys is followed by new or public');
  output.write(what === 'new' ? fresh() : openHalves(env));
  return 0;
}

function fresh(): string {
  const [key, auditKey] = [randomBytes(32), randomBytes(32)];
  return [
    '# collector only: opens data source credentials; keep a copy, without it they are lost', `COUNTERSIGN_KEY=${key.toString('base64')}`,
    '# api: seals credentials, can open none', `COUNTERSIGN_SEALING_KEY=${createSecrets(key).publicKey}`,
    '# api: signs audit exports', `COUNTERSIGN_AUDIT_KEY=${auditKey.toString('base64')}`,
    '# auditors: countersign audit verify FILE --key', `# ${signerOf(auditKey).publicKey}`, '',
  ].join('\n');
}

function openHalves(env: Environment): string {
  const has = (name: string): boolean => Boolean(env[name] || env[`${name}_FILE`]);
  if (!has('COUNTERSIGN_KEY') && !has('COUNTERSIGN_AUDIT_KEY')) throw new UsageError('neither COUNTERSIGN_KEY nor COUNTERSIGN_AUDIT_KEY (or its _FILE) is set');
  try {
    return [
      ...(has('COUNTERSIGN_KEY') ? [`COUNTERSIGN_SEALING_KEY=${createSecrets(keyFrom(env, 'COUNTERSIGN_KEY')).publicKey}`] : []),
      ...(has('COUNTERSIGN_AUDIT_KEY') ? [`# audit exports are signed with ${signerOf(keyFrom(env, 'COUNTERSIGN_AUDIT_KEY')).publicKey}`] : []), '',
    ].join('\n');
  } catch (error) {
    if (error instanceof SecretError) throw new UsageError(error.message);
    throw error;
  }
}
