import path from 'node:path';
import { processSettings, readConfig, settings } from '@countersign/platform';
import { DEFAULT_SETTINGS, type ApiSettings } from './api-settings.js';
import { DEMO_ACCOUNTS } from './demo/demo-accounts.js';

/** Environment of the API. COUNTERSIGN_SEALING_KEY and COUNTERSIGN_AUDIT_KEY (or its _FILE) are needed too; they are read apart, so that no key is among settings. */
export const apiEnvironment = {
  ...processSettings,
  HEALTH_PORT: settings.port().default(0),
  HEALTH_HOST: settings.text().default('127.0.0.1'),
  PORT: settings.port().default(DEFAULT_SETTINGS.port),
  COUNTERSIGN_HOST: settings.text().default(DEFAULT_SETTINGS.host),
  /** 1 behind https: cookies only over https, HSTS. */
  COUNTERSIGN_SECURE_COOKIES: settings.flag().default(false),
  /** Reverse proxies in front of this process. */
  COUNTERSIGN_TRUSTED_PROXIES: settings.integer(0, 10).default(0),
  COUNTERSIGN_SESSION_HOURS: settings.integer(1, 720).default(DEFAULT_SETTINGS.sessionHours),
  /** Requests of one session, token or address in a minute before it must wait. */
  COUNTERSIGN_REQUESTS_PER_MINUTE: settings.integer(10, 1_000_000).default(DEFAULT_SETTINGS.requestsPerMinute),
  /** Threads that check SQL which people write here, and what one text may take before its thread is replaced. */
  GATE_THREADS: settings.integer(1, 64).default(1),
  GATE_DEADLINE_MS: settings.integer(50, 60_000).default(2_000),
  /** Folder of the built console. */
  COUNTERSIGN_CONSOLE_DIR: settings.text().default(path.resolve(__dirname, '../../web/dist')),
  /** 1: the sign-in page shows the demo sign-ins. */
  COUNTERSIGN_DEMO: settings.flag().default(false),
  COUNTERSIGN_DEMO_PASSWORD: settings.text().optional(),
};

export type ApiEnvironment = ReturnType<typeof readEnvironment>;

/** @throws ConfigError naming every wrong variable */
export function readEnvironment(env: Record<string, string | undefined>) {
  return readConfig(apiEnvironment, env);
}

export function settingsFrom(env: ApiEnvironment): ApiSettings {
  const password = env.COUNTERSIGN_DEMO_PASSWORD;
  return {
    ...DEFAULT_SETTINGS,
    port: env.PORT,
    host: env.COUNTERSIGN_HOST,
    secureCookies: env.COUNTERSIGN_SECURE_COOKIES,
    trustedProxies: env.COUNTERSIGN_TRUSTED_PROXIES,
    sessionHours: env.COUNTERSIGN_SESSION_HOURS,
    requestsPerMinute: env.COUNTERSIGN_REQUESTS_PER_MINUTE,
    consoleDir: env.COUNTERSIGN_CONSOLE_DIR,
    demo: env.COUNTERSIGN_DEMO && password !== undefined ? { password, accounts: DEMO_ACCOUNTS } : null,
  };
}
