import { describe, expect, it } from 'vitest';
import { sessionCookie } from './cookies.js';

describe('the session cookie', () => {
  it('is out of reach of scripts and other sites', () => {
    expect(sessionCookie(false, 1).options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
  });
  it('is bound to its host and to https where there is https', () => {
    const { name, options } = sessionCookie(true, 1);
    expect(name).toBe('__Host-countersign_session');
    expect(options.secure).toBe(true);
    expect(options).not.toHaveProperty('domain');
  });
});
