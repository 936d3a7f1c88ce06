import { describe, expect, it } from 'vitest';
import { readEnvironment, settingsFrom } from './environment.js';

const least = { DATABASE_URL: 'postgresql://app:secret@db/countersign' };

describe('the environment of the API', () => {
  it('needs no more than a database', () => {
    expect(settingsFrom(readEnvironment(least))).toMatchObject({ port: 3000, host: '127.0.0.1', secureCookies: false, demo: null });
  });
  it('says in one line each what is wrong, and repeats no secret', () => {
    const read = () => readEnvironment({ DATABASE_URL: 'mysql://app:secret@db', PORT: '99999', COUNTERSIGN_SECURE_COOKIES: 'yes' });
    expect(read).toThrow(/^DATABASE_URL must be a URL .*\nPORT must be a whole number .*\nCOUNTERSIGN_SECURE_COOKIES must be 1 or 0$/);
    expect(read).not.toThrow(/secret/);
  });
  it('shows demo sign-ins only when both the demo and its password are set', () => {
    expect(settingsFrom(readEnvironment({ ...least, COUNTERSIGN_DEMO: '1' })).demo).toBeNull();
    expect(settingsFrom(readEnvironment({ ...least, COUNTERSIGN_DEMO_PASSWORD: 'x' })).demo).toBeNull();
    const demo = settingsFrom(readEnvironment({ ...least, COUNTERSIGN_DEMO: '1', COUNTERSIGN_DEMO_PASSWORD: 'x' })).demo;
    expect(demo?.accounts).toContainEqual({ email: 'approver@hanbit.example', name: 'Approver', role: 'approver', tenant: 'Hanbit Retail' });
  });
});
