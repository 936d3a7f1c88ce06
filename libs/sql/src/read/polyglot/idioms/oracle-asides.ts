import type { Aside } from '../left-out.js';
import { allInCall, respectNulls } from '../left-out.js';

/** WITH READ ONLY behind a subquery or query forbids writing through it. */
const readOnly: Aside = (words, i) => (words.said(i, i + 3) === 'with read only' && /^\)?$/.test(words.at(i + 3)) ? i + 3 : undefined);

export const ORACLE_ASIDES: readonly Aside[] = [readOnly, respectNulls, allInCall];
