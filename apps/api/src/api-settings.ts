import type { Role } from '@countersign/contracts';

/** What an operator may set for the API (see the configuration table of the README). */
export interface ApiSettings {
  port: number;
  /** Address to listen on. */
  host: string;
  /** Cookies only over https; adds HSTS and the __Host- prefix. */
  secureCookies: boolean;
  /** Reverse proxies in front whose X-Forwarded-For is believed. */
  trustedProxies: number;
  sessionHours: number;
  /** Failed sign-ins in a quarter of an hour: of one address on one account, and of one address on any, before it must wait. */
  signInsPerAccount: number;
  signInsPerAddress: number;
  /** After so many failures on one account, from wherever, each attempt on it takes longer, up to `slowestSignInMs`. */
  signInsBeforeSlow: number;
  slowestSignInMs: number;
  /** Requests of one session, token or (signed out) address in a minute. */
  requestsPerMinute: number;
  /** Open event streams of one person. */
  streamsPerPerson: number;
  /** How often open streams look for news. */
  pollMs: number;
  heartbeatMs: number;
  /** A process not heard of for this long counts as down. */
  aliveWithinMs: number;
  /** Folder of the built console; null: not served. */
  consoleDir: string | null;
  /** Demo sign-ins shown on the sign-in page; null outside the demo. */
  demo: { password: string; accounts: { email: string; name: string; role: Role; tenant: string }[] } | null;
}

export const DEFAULT_SETTINGS: ApiSettings = {
  port: 3000,
  host: '127.0.0.1',
  secureCookies: false,
  trustedProxies: 0,
  sessionHours: 12,
  signInsPerAccount: 10,
  signInsPerAddress: 100,
  signInsBeforeSlow: 20,
  slowestSignInMs: 3_000,
  requestsPerMinute: 20_000,
  streamsPerPerson: 12,
  pollMs: 200,
  heartbeatMs: 15_000,
  aliveWithinMs: 15_000,
  consoleDir: null,
  demo: null,
};
