import type { Aside } from '../left-out.js';
import { allInCall, listOf, respectNulls } from '../left-out.js';

/** SAP HANA SQL Reference, "HINT Details": WITH HINT (…) chooses a plan. Results from a cache, or with a delay allowed, would be other rows. */
const hints: Aside = (words, i) => listOf(/^with hint$/, 2, /^(?!result_|.*result_)[\w$]+(?: \( .* \))?$/)(words, i);

export const HANA_ASIDES: readonly Aside[] = [hints, respectNulls, allInCall];
