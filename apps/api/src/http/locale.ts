import type { Locale } from '@countersign/contracts';
import type { ApiRequest } from './api-request.js';

/** The signed-in person's language, else the browser's, else English. */
export function localeOf(request: ApiRequest): Locale {
  if (request.identity) return request.identity.locale;
  return /^\s*ko\b/i.test(request.headers['accept-language'] ?? '') ? 'ko' : 'en';
}
