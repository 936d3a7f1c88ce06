import type { Interpretation } from '@countersign/contracts';
import { capital } from './columns.js';

/** The period that was asked for, as an answer may begin with it; empty when none was. */
export function periodPrefix({ period }: Pick<Interpretation, 'period'>): string {
  const label = period?.label.trim() ?? '';
  return label === '' ? '' : `${capital(label)}: `;
}
