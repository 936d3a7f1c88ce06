import { describe, expect, it } from 'vitest';
import { ConfigError, processSettings, readConfig, settings } from './config.js';

const problems = (work: () => unknown): readonly string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  it('fills defaults and turns texts into values', () => {
    const read = readConfig({ PORT: settings.port().default(3000), DEMO: settings.flag().default(false), URL: settings.url('redis', 'rediss') }, { URL: 'redis://h', DEMO: '1', PORT: '', OTHER: 'x' });
    expect(read).toEqual({ PORT: 3000, DEMO: true, URL: 'redis://h' });
  });

  it('says one clear line for each wrong variable, all at once', () => {
    const lines = problems(() => readConfig({ PORT: settings.port(), DEMO: settings.flag(), LEVEL: settings.oneOf('a', 'b'), URL: settings.url('redis') }, { PORT: '99999', DEMO: 'yes', LEVEL: 'c' }));
    expect(lines).toEqual(['PORT must be a whole number from 0 to 65535', 'DEMO must be 1 or 0', 'LEVEL must be one of a, b', 'URL is not set: it must be a URL that starts with redis://']);
  });

  it('never repeats a value: it may be a password', () => {
    const lines = problems(() => readConfig(processSettings, { DATABASE_URL: 'mysql://app:s3cret@h/d', REDIS_URL: 'nonsense-s3cret' }));
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('s3cret');
  });
});
