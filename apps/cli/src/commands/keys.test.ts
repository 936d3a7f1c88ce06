import { Writable } from 'node:stream';
import { readSigningKey } from '@countersign/audit';
import { createSecrets, decodeKey, sealerFrom } from '@countersign/platform';
import { describe, expect, it } from 'vitest';
import { keysCommand } from './keys.js';

async function said(args: string[], env: Record<string, string> = {}): Promise<string> {
  let text = '';
  await keysCommand(args, env, new Writable({ write: (chunk: Buffer, _encoding, done) => { text += chunk.toString(); done(); } }));
  return text;
}
const settingsIn = (text: string): Record<string, string> => Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]));

describe('countersign keys', () => {
  it('new makes a key and its public half that fit', async () => {
    const { COUNTERSIGN_KEY, ...api } = settingsIn(await said(['new']));
    const sealed = sealerFrom(api).seal('x', 'place');
    expect(createSecrets(decodeKey(COUNTERSIGN_KEY ?? '')).open(sealed, 'place')).toBe('x');
    expect(Object.keys(api)).toEqual(['COUNTERSIGN_SEALING_KEY', 'COUNTERSIGN_AUDIT_KEY']);
  });
  it('public tells the public halves and no key', async () => {
    const made = await said(['new']);
    const { COUNTERSIGN_KEY = '', COUNTERSIGN_AUDIT_KEY = '', COUNTERSIGN_SEALING_KEY } = settingsIn(made);
    const open = await said(['public'], { COUNTERSIGN_KEY, COUNTERSIGN_AUDIT_KEY });
    expect(settingsIn(open)).toEqual({ COUNTERSIGN_SEALING_KEY });
    const signingKey = open.split(' ').at(-1)?.trim() ?? '';
    expect(readSigningKey(signingKey)).toBeDefined();
    expect(made).toContain(signingKey);
    for (const secret of [COUNTERSIGN_KEY, COUNTERSIGN_AUDIT_KEY]) expect(open).not.toContain(secret);
  });
  it.each([[[]], [['old']], [['new', 'x']], [['public']]])('%j can not be used', async (args) => {
    await expect(said(args)).rejects.toThrow(/keys is followed by|neither COUNTERSIGN_KEY/);
  });
});
